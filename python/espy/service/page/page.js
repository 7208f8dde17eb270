// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The page of the identify service: drop a photograph, and see which known surface it shows.
// Text from the service is inserted as text, never as HTML: ids may contain anything.

const kKey = "espy-key";
const kWidest = 1600; // maximum width in pixels at which a photograph is drawn
const kTallest = 440; // maximum height of a canvas
const kNarrow = 440; // below this width the reference is drawn below the photograph
const kGap = 14; // between photograph and reference

const at = id => document.getElementById(id);
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const put = (id, words) => Object.assign(at(id), { textContent: words, hidden: !words });
const number = value => new Intl.NumberFormat("en").format(value);
const features = (count, which = "matched") => `${number(count)} ${which} ${count === 1 ? "feature" : "features"}`;
const milliseconds = value => `${value < 10 ? value.toFixed(1) : number(Math.round(value))} ms`;

let libraries = [];
let photos = []; // of each dropped photograph {file, library, button, answer, refused, elapsed}
let shown = null; // the photograph whose answer is shown
let picture = null; // its pixels, or null if the browser cannot decode it
let searching = new AbortController();
let views = []; // the candidates' cards with their canvases

// ---- The service
/** An error with a message for people. */
const problem = (words, status) => Object.assign(new Error(words), { wantsKey: status === 401 || status === 403 });
async function problemOf(response) {
  const fields = (await response.json().catch(() => null)) ?? {}; // errors of a proxy are not JSON
  const words =
    fields.detail || fields.title || `The service answered ${response.status} ${response.statusText}.`;
  return problem(fields.request ? `${words} (request ${fields.request})` : words, response.status);
}

async function call(path, options = {}) {
  for (;;) {
    const key = sessionStorage.getItem(kKey);
    const headers = { ...options.headers, ...(key && { Authorization: `Bearer ${key}` }) };
    const response = await fetch(path, { ...options, headers }).catch(error => {
      if (options.signal?.aborted) throw error;
      throw problem("No answer. Either the service is unavailable, or the file can no longer be read.");
    });
    if (response.ok) return response.json();
    const refused = await problemOf(response);
    if (!refused.wantsKey) throw refused;
    // Another request may have got a new key in the meantime.
    if (key === sessionStorage.getItem(kKey)) await askForKey(refused, key);
    options.signal?.throwIfAborted();
  }
}

let asking = null; // the pending prompt for a key, shared by all requests
function askForKey(refused, tried) {
  put("key-why", tried ? `That key does not have the required role. ${refused.message}` : "The service requires a key.");
  asking ??= new Promise((resolve, reject) => {
    at("key").onsubmit = event => {
      event.preventDefault();
      sessionStorage.setItem(kKey, at("key-value").value.trim());
      resolve();
    };
    at("key-cancel").onclick = () => reject(refused);
    at("key").hidden = false;
    at("key-value").focus();
  }).finally(() => {
    asking = null;
    at("key").hidden = true;
    at("key").reset();
  });
  return asking;
}

const libraryPath = name => `libraries/${encodeURIComponent(name)}`;
const bodyOf = file => ({ body: file, headers: { "Content-Type": file.type || "application/octet-stream" } });

function referencePath(library, id) {
  // In URLs . and .. are folders, also when percent-encoded.
  if (id === "." || id === "..") throw problem(`“${id}” cannot be an id.`);
  return `${libraryPath(library)}/references/${encodeURIComponent(id)}`;
}

const say = (words, kind = "news") => { put("note", words).dataset.kind = kind; };
const sayProblem = ({ message }) => say(message, "problem");

async function loadLibraries() {
  const select = at("library");
  libraries = (await call("libraries")).libraries;
  select.replaceChildren(...libraries.map(({ name }) => new Option(name, name, false, name === select.value)));
  select.disabled = libraries.length === 0;
  if (select.disabled) say("This service has no library yet, so there is nothing to search.");
  showFacts();
}

function showFacts() {
  const library = libraries.find(({ name }) => name === at("library").value);
  const noun = library?.references === 1 ? "surface" : "surfaces";
  const away = library?.coverage < 1 ? `; only ${share(library.coverage)} can be searched just now` : "";
  put("facts", library ? `${number(library.references)} ${noun}${away}` : "");
}

// ---- Words
/** A share in per cent, rounded down, so that 100 % means all. */
function share(part) {
  const tenths = part > 0 ? Math.floor(Math.min(part, 1) * 1000) / 10 : 0;
  return part > 0 && tenths === 0 ? "less than 0.1 %" : `${tenths} %`;
}

function verdictOf({ known, id, coverage, references }, library) {
  if (known) return ["known", `This is ${id}.`];
  if (!(coverage > 0)) return ["unknown", `Nothing of ${library} could be searched.`];
  if (coverage < 1) return ["unknown", `Not among the ${share(coverage)} of ${library} that were searched.`];
  if (!references) return ["unknown", `The library ${library} is empty.`];
  const all = references === 1 ? "the only surface" : `one of the ${number(references)} surfaces`;
  return ["unknown", `This is not ${all} in ${library}.`];
}

/** The candidate of the answer, or the one with the most inliers if none is known. */
function bestOf({ known, id, matches }) {
  const named = known && matches.find(match => match.id === id);
  return named || matches.reduce((best, match) => (best?.inliers >= match.inliers ? best : match), undefined);
}

function reasonOf(answer) {
  const { known, margin, coverage } = answer;
  const best = bestOf(answer);
  const lie = best && `${number(best.inliers)} of ${features(best.count)} fit one flat surface.`;
  return [
    best && (known ? lie : `The most similar is ${best.id}, but only ${lie}`),
    known && margin > 0 && `It has ${features(margin, "more matched")} than any other surface.`,
    known && margin < 0 && `Another one has ${features(-margin, "more matched")}, but fewer that agree.`,
    coverage >= 1 || (known ? `Only ${share(coverage)} of the library was searched.`
      : "The rest could not be searched just now, and may contain the surface."),
  ].filter(part => typeof part === "string").join(" ");
}

// ---- Searching
async function searchFor(files) {
  searching.abort();
  const { signal } = (searching = new AbortController());
  const library = at("library").value;
  document.body.classList.add("searched");
  say("");
  photos = files.map(file => ({ file, library, button: make("button", { type: "button" }) }));
  for (const photo of photos) {
    photo.button.append(make("b", { textContent: photo.file.name }), make("span", { className: "soft" }));
    photo.button.onclick = () => show(photo);
  }
  at("photos").replaceChildren(...photos.map(({ button }) => button));
  show(photos[0]);
  for (const photo of photos) {
    const began = performance.now();
    try {
      const path = `${libraryPath(library)}/search?top=10&pairs=true`;
      photo.answer = await call(path, { method: "POST", ...bodyOf(photo.file), signal });
      photo.elapsed = performance.now() - began;
    } catch (refused) {
      if (signal.aborted) return;
      if (refused.wantsKey) return stop(refused); // the others would fail as well
      photo.refused = refused;
    }
    if (photo === shown) show(photo); else showPhotos();
  }
}

function stop(refused) {
  searching.abort();
  photos.forEach(photo => photo.answer ?? (photo.refused ??= refused));
  show(shown);
}

// ---- Showing
function show(photo) {
  shown = photo;
  const { answer, refused, library } = photo;
  const [kind, words] = refused ? ["problem", refused.message]
    : answer ? verdictOf(answer, library) : ["waiting", "Searching…"];
  showPhotos();
  put("verdict", words);
  put("reason", answer ? reasonOf(answer) : "");
  put("request", answer?.request ? `request ${answer.request}` : "");
  Object.assign(at("answer"), { hidden: false }).dataset.kind = kind;
  const missing = answer?.missing ?? [];
  at("missing").hidden = missing.length === 0;
  at("missing").lastElementChild.replaceChildren(...missing.map(why => make("li", { textContent: why })));
  at("remember").hidden = at("time").hidden = !answer;
  if (answer) showTime(answer.timeline, photo.elapsed);
  picture = null;
  showGallery(answer);
  if (answer) loadPicture(photo).catch(() => null); // if the browser cannot decode it, the ground stays plain
}

function showPhotos() {
  at("photos").hidden = photos.length < 2;
  at("stop").hidden = photos.every(({ answer, refused }) => answer || refused);
  for (const { button, answer, refused } of photos) {
    button.ariaPressed = button === shown.button;
    button.lastChild.textContent = refused ? "not searched" : !answer ? "…" : answer.known ? answer.id : "not known";
  }
}

/** Pixels as stored: browsers rotate a photograph by its EXIF segment, the service does not. */
async function loadPicture(photo) {
  const bytes = new Uint8Array(await photo.file.arrayBuffer());
  const exif = new TextDecoder("latin1").decode(bytes.subarray(0, 1 << 18)).search(/Exif\0\0|eXIf/);
  if (exif > 0) bytes[exif] = "x".charCodeAt(); // unknown segments are skipped
  const resizeWidth = Math.min(photo.answer.photo.width, kWidest);
  const loaded = await createImageBitmap(new Blob([bytes]), { resizeWidth, resizeQuality: "high" });
  if (photo !== shown) return;
  picture = loaded;
  views.forEach(draw);
}

function showTime(timeline, elapsed) {
  const rest = Math.max(0, elapsed - timeline.reduce((sum, { ms }) => sum + ms, 0));
  const stages = [...timeline, { stage: "sending and waiting", ms: rest }];
  const words = stages.map(({ stage, ms }) => `${stage} ${milliseconds(ms)}`);
  at("bar").ariaLabel = `Where the time went: ${words.join(", ")}`;
  at("bar").replaceChildren(...words.map(title => make("span", { title })));
  stages.forEach(({ ms }, index) => (at("bar").children[index].style.flexGrow = ms));
  at("stages").replaceChildren(...words.map(textContent => make("li", { textContent })));
}

function showGallery(answer) {
  const best = answer && bestOf(answer);
  const matches = best ? [best, ...answer.matches.filter(match => match !== best)] : [];
  views = matches.map(match => viewOf(match, answer, match === best));
  at("candidates").hidden = matches.length === 0;
  at("gallery").replaceChildren(...views.map(({ card }) => card));
  views.forEach(draw);
}

function viewOf(match, answer, best) {
  const card = at("card").content.cloneNode(true).firstElementChild;
  const part = name => card.querySelector(name);
  const view = { card, canvas: part("canvas"), match, photo: answer.photo, best, lines: part(".lines") };
  const margin = best && Number.isFinite(answer.margin) ? `, margin ${number(answer.margin)}` : "";
  const evidence = `${features(match.count)}, ${number(match.inliers)} of them agree${margin}`;
  const where = match.homography ? "the surface is outlined" : "it lies nowhere in the photograph";
  part(".id").textContent = part("article").ariaLabel = match.id;
  Object.assign(part(".badge"), { textContent: answer.known ? "the answer" : "the most alike", hidden: !best });
  part(".evidence").textContent = evidence;
  view.canvas.ariaLabel = `The photograph beside ${match.id}: ${evidence}; ${where}`;
  view.lines.checked = best;
  view.lines.onchange = view.canvas.onpointerenter = view.canvas.onpointerleave = ({ type }) =>
    draw(Object.assign(view, { hovered: type === "pointerenter" }));
  part(".remove").onclick = () => removeReference(view, shown.library).catch(sayProblem);
  card.classList.toggle("removed", match.removed === true);
  return view;
}

// ---- Drawing
/** Positions of photograph and reference: side by side if there is space, else one below the other. */
function framesIn(width, sides, best) {
  const beside = width >= kNarrow || !best; // side by side; other candidates are always small
  const gaps = kGap * (sides.length - 1);
  const sum = sides.reduce((total, side) => total + side.width / side.height, 0);
  const common = Math.min((width - gaps) / sum, kTallest); // common height, side by side
  let [x, y] = [(width - common * sum - gaps) / 2, 0];
  return sides.map(side => {
    const scale = beside ? common / side.height : Math.min(width / side.width, (0.85 * width) / side.height);
    const frame = { x: beside ? x : (width - scale * side.width) / 2, y, scale, ...side };
    if (beside) x += scale * side.width + kGap; else y += scale * side.height + kGap;
    return frame;
  });
}

function draw({ canvas, match, photo, best, lines, hovered }) {
  const sides = [photo, match.reference].filter(side => side?.width > 0 && side.height > 0);
  const width = canvas.clientWidth;
  if (!(width > 0) || sides[0] !== photo) return;
  const frames = framesIn(width, sides, best);
  const height = Math.max(...frames.map(frame => frame.y + frame.scale * frame.height));
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  const brush = canvas.getContext("2d");
  brush.scale(canvas.width / width, canvas.height / height);
  const colour = name => getComputedStyle(canvas).getPropertyValue(`--${name}`);
  within(brush, frames[0], colour("plain"), () => {
    brush.imageSmoothingQuality = "high";
    if (picture) brush.drawImage(picture, 0, 0, photo.width, photo.height);
    if (match.homography && frames[1]) drawOutline(brush, match, frames[0].scale, colour("outline"));
  });
  if (!frames[1]) return;
  within(brush, frames[1], colour("sky"), () => drawConstellation(brush, frames[1], colour("star")));
  drawPairs(brush, frames, match.pairs ?? [], lines.checked || hovered, colour);
}

/** Draws in the coordinates of the picture in a frame, clipped to it, on a ground of this colour. */
function within(brush, { x, y, scale, width, height }, colour, drawing) {
  brush.save();
  brush.translate(x, y);
  brush.scale(scale, scale);
  brush.beginPath();
  brush.rect(0, 0, width, height);
  brush.clip();
  brush.fillStyle = colour;
  brush.fill();
  drawing();
  brush.restore();
}

/** Strokes a path such that it is visible on any picture. */
function strokeCased(brush, thickness, colour, scale = 1) {
  for (const [strokeStyle, width] of [["rgb(0 0 0 / 60%)", thickness + 2], [colour, thickness]]) {
    Object.assign(brush, { strokeStyle, lineWidth: width / scale });
    brush.stroke();
  }
}

function drawOutline(brush, { homography: h, reference: { width, height } }, scale, colour) {
  brush.beginPath();
  for (const [x, y] of [[0, 0], [width, 0], [width, height], [0, height]]) {
    const depth = h[6] * x + h[7] * y + h[8];
    brush.lineTo((h[0] * x + h[1] * y + h[2]) / depth, (h[3] * x + h[4] * y + h[5]) / depth);
  }
  brush.closePath();
  strokeCased(brush, 3, colour, scale);
}

/** The reference as its features: circles of their diameter, with a hand at their angle. */
function drawConstellation(brush, { scale, points }, colour) {
  Object.assign(brush, { strokeStyle: colour, lineWidth: 0.8 / scale, globalAlpha: 0.45 });
  brush.beginPath();
  for (const [x, y, diameter, degrees] of points ?? []) {
    const radius = Math.max(1.2 / scale, diameter / 2);
    const angle = (degrees * Math.PI) / 180; // clockwise as seen, as in a canvas
    brush.moveTo(x, y);
    brush.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    brush.arc(x, y, radius, angle, angle + 2 * Math.PI);
  }
  brush.stroke();
}

function drawPairs(brush, frames, pairs, lines, colour) {
  for (const pair of [...pairs].sort((a, b) => a[4] - b[4])) { // inliers on top
    const [agrees, shade] = [pair[4], colour(pair[4] ? "inlier" : "outlier")];
    const ends = frames.map(({ x, y, scale }, at) => [x + scale * pair[2 * at], y + scale * pair[2 * at + 1]]);
    Object.assign(brush, { strokeStyle: shade, lineWidth: 1, globalAlpha: lines ? 0.15 + 15 / (40 + pairs.length) : 0 });
    brush.beginPath();
    ends.forEach(end => brush.lineTo(...end));
    brush.stroke();
    brush.globalAlpha = 1;
    for (const end of ends) {
      brush.beginPath();
      brush.arc(...end, agrees ? 1.5 : 3.5, 0, 2 * Math.PI); // dot or ring: not distinguished by colour alone
      strokeCased(brush, agrees ? 3 : 1.5, shade);
    }
  }
}

// ---- Adding and removing
async function remember({ file, library }) {
  const id = at("remember-id").value.trim();
  say(`Remembering ${id}…`);
  const done = await call(`${referencePath(library, id)}?wait=true`, { method: "PUT", ...bodyOf(file) });
  at("remember").reset();
  const when = done.searched ? ", and searched from now on." : ". It will be searched in a moment.";
  say(`${file.name} is remembered as ${done.id}${when}`);
  await loadLibraries();
}

async function removeReference({ card, match }, library) {
  if (!confirm(`Remove ${match.id} from ${library}? Only its photograph can bring it back.`)) return;
  await call(referencePath(library, match.id), { method: "DELETE" });
  match.removed = true;
  card.classList.add("removed");
  say(`${match.id} is removed from ${library}.`);
  await loadLibraries();
}

// ---- Events
function take(files) {
  if (files.length === 0) return say("That was not a file. Save the picture first, then drop its file.", "problem");
  if (!at("library").value) return say("There is no library to search.", "problem");
  searchFor([...files]);
}

at("files").onchange = ({ target }) => {
  if (target.files.length) take(target.files);
  target.value = ""; // so that the same file can be chosen again
};
document.ondragover = document.ondrop = document.ondragleave = event => {
  if (event.type !== "dragleave") event.preventDefault(); // else the browser opens the file
  document.body.classList.toggle("dragging", event.type === "dragover");
  if (event.type === "drop") take(event.dataTransfer.files);
};
document.onpaste = ({ clipboardData: { files } }) => files.length && take(files);
at("library").onchange = () => {
  showFacts();
  if (photos.length) searchFor(photos.map(({ file }) => file));
};
at("stop").onclick = () => stop(problem("The search was stopped."));
at("remember").onsubmit = event => {
  event.preventDefault();
  at("remember-go").disabled = true;
  remember(shown).catch(sayProblem).finally(() => (at("remember-go").disabled = false));
};
onresize = matchMedia("(prefers-color-scheme: dark)").onchange = () => views.forEach(draw);
loadLibraries().catch(sayProblem);
