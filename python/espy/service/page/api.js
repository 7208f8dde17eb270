// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Renders openapi.json: each operation with its parameters, bodies, responses and a curl example.

const kMethods = ["get", "put", "post", "delete", "patch", "head", "options"];
const kDeepest = 6; // levels of nesting shown of a schema

const at = id => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

let whole = {};

/** A part of the document, or the target of its reference ("#/components/schemas/Answer"). */
function resolved(part) {
  for (let steps = 0; part?.$ref && steps < kDeepest; ++steps) {
    const path = part.$ref.replace(/^#\//, "").split("/");
    part = path.reduce((inside, key) => inside?.[key.replace(/~1/g, "/").replace(/~0/g, "~")], whole);
  }
  return part ?? {};
}

// ---- Schemas
/** A type in short: "string", "list of number", "one of “a”, “b”". */
function typeOf(given) {
  const schema = resolved(given);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(typeOf).join(" or ");
  if (schema.enum) return `one of ${schema.enum.map(value => `“${value}”`).join(", ")}`;
  if (schema.format === "binary") return "bytes";
  if (schema.type === "array") return schema.items ? `list of ${typeOf(schema.items)}` : "list";
  return [schema.type ?? (schema.properties ? "object" : "anything")].flat().join(" or ");
}

/** Default and limits of a value. */
function limitsOf(given) {
  const schema = resolved(given);
  const limits = [["default", "default"], ["minimum", "at least"], ["maximum", "at most"],
    ["minLength", "characters at least"], ["maxLength", "characters at most"], ["pattern", "matches"]];
  return limits.filter(([key]) => schema[key] !== undefined && schema[key] !== null)
    .map(([key, words]) => `${words} ${schema[key]}`).join(", ");
}

/** An example value for a schema. */
function exampleOf(given, depth = 0) {
  const schema = resolved(given);
  const example = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (example !== undefined) return example;
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (either) return exampleOf(either[0], depth + 1);
  if (depth > kDeepest) return "…";
  if (schema.properties) {
    const filled = ([name, inner]) => [name, exampleOf(inner, depth + 1)];
    return Object.fromEntries(Object.entries(schema.properties).map(filled));
  }
  if (schema.type === "array") return schema.items ? [exampleOf(schema.items, depth + 1)] : [];
  return { integer: 0, number: 0.5, boolean: true, string: "text", object: {} }[schema.type] ?? null;
}

const isJson = type => /[/+]json\b/.test(type);

// ---- Example with curl
const quoted = text => `'${String(text).replaceAll("'", "'\\''")}'`;

function valueOf({ name, schema: given, example }) {
  const schema = resolved(given);
  return example ?? schema.example ?? schema.examples?.[0] ?? schema.default ?? name.toUpperCase();
}

function curlOf(method, path, operation, parameters) {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name) =>
    encodeURIComponent(valueOf(parameters.find(one => one.name === name) ?? { name })));
  const query = parameters.filter(one => one.in === "query" && (one.required || one.example !== undefined));
  const queryString = query.map(one => `${one.name}=${encodeURIComponent(valueOf(one))}`).join("&");
  const url = new URL(`.${filled}`, location.href) + (queryString && `?${queryString}`);
  const parts = [`curl${method === "get" ? "" : ` -X ${method.toUpperCase()}`} ${quoted(url)}`];
  if ((operation.security ?? whole.security ?? []).length) parts.push(`-H "Authorization: Bearer $KEY"`);
  const [type, body] = Object.entries(resolved(operation.requestBody).content ?? {})[0] ?? [];
  if (type) {
    parts.push(`-H ${quoted(`Content-Type: ${type === "image/*" || type === "*/*" ? "image/jpeg" : type}`)}`);
    parts.push(isJson(type) ? `-d ${quoted(JSON.stringify(body.example ?? exampleOf(body.schema)))}`
      : "--data-binary @photograph.jpg");
  }
  return parts.join(" \\\n     ");
}

// ---- The page
function table(heads, rows) {
  const line = (tag, cells) => make("tr", {}, ...cells.map(cell => make(tag, {}, cell ?? "")));
  return make("div", { className: "table" },
    make("table", {}, make("thead", {}, line("th", heads)), make("tbody", {}, ...rows.map(row => line("td", row)))));
}

const code = text => make("code", { textContent: text });
// Focusable: keyboards scroll only focusable elements.
const block = text => make("pre", { tabIndex: 0 }, code(text));

function contentOf(content = {}) {
  return Object.entries(content).flatMap(([type, { schema, example }]) => {
    const words = make("p", {}, code(type), schema ? `: ${typeOf(schema)}` : "");
    if (!isJson(type) || !schema) return [words];
    return [words, block(JSON.stringify(example ?? exampleOf(schema), null, 2))];
  });
}

function bodyOf(operation) {
  const body = resolved(operation.requestBody);
  if (!body.content) return [];
  return [make("h3", { textContent: "Body" }),
    make("p", { className: "words", textContent: body.description ?? "" }), ...contentOf(body.content)];
}

function answersOf(operation) {
  const parts = Object.entries(operation.responses ?? {}).map(([status, given]) => {
    const { description = "", content } = resolved(given);
    const title = make("summary", {}, code(status), ` ${description}`);
    return content ? make("details", {}, title, ...contentOf(content)) : make("p", {}, ...title.childNodes);
  });
  return parts.length ? [make("h3", { textContent: "Answers" }), ...parts] : [];
}

function parametersOf(parameters) {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, in: where, required, schema, description }) => {
    const meaning = [description, limitsOf(schema)].filter(Boolean).join("\n");
    return [code(name), where + (required ? ", required" : ""), typeOf(schema), meaning];
  });
  return [make("h3", { textContent: "Parameters" }), table(["Name", "In", "Type", "Meaning"], rows)];
}

function show(method, path, item) {
  const operation = item[method];
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolved);
  const id = `${method}-${path}`;
  const title = `${method.toUpperCase()} ${path}`;
  at("contents").append(make("li", {}, make("a", { href: `#${encodeURIComponent(id)}`, textContent: title })));
  at("operations").append(make("section", { id, className: "panel operation", ariaLabel: title },
    make("h2", {}, make("span", { className: "method", textContent: method.toUpperCase() }), code(path),
      make("span", { className: "soft", textContent: operation.summary ?? "" })),
    make("p", { className: "words", textContent: operation.description ?? "" }),
    ...parametersOf(parameters), ...bodyOf(operation), ...answersOf(operation),
    make("h3", { textContent: "For example" }), block(curlOf(method, path, operation, parameters))));
}

async function load() {
  const key = sessionStorage.getItem("espy-key"); // may have been entered on the other page
  const response = await fetch("openapi.json", { headers: key ? { Authorization: `Bearer ${key}` } : {} });
  if (!response.ok) throw new Error(`openapi.json cannot be read: the service answered ${response.status}.`);
  whole = await response.json();
  at("title").textContent = whole.info?.title ?? "The service for programs";
  at("about").textContent = whole.info?.description ?? "";
  for (const [path, item] of Object.entries(whole.paths ?? {})) {
    kMethods.filter(method => item[method]).forEach(method => show(method, path, item));
  }
}

load().catch(({ message }) => Object.assign(at("note"), { hidden: false, textContent: message }));
