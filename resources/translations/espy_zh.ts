<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Opens the picture to search in</source>
        <translation>打开要在其中查找的图片</translation>
    </message>
    <message>
        <source>Open &amp;needles...</source>
        <translation>打开查找图(&amp;N)…</translation>
    </message>
    <message>
        <source>Opens pictures to search for</source>
        <translation>打开要查找的图片</translation>
    </message>
    <message>
        <source>Saves the selected needle as a picture</source>
        <translation>将选中的查找图保存为图片</translation>
    </message>
    <message>
        <source>&amp;Export the matches...</source>
        <translation>导出匹配(&amp;E)…</translation>
    </message>
    <message>
        <source>Writes the matches as CSV or JSON</source>
        <translation>将匹配写为 CSV 或 JSON</translation>
    </message>
    <message>
        <source>Export the &amp;marked picture...</source>
        <translation>导出标记后的图片(&amp;M)…</translation>
    </message>
    <message>
        <source>Writes the picture with its matches marked</source>
        <translation>写出标有匹配的图片</translation>
    </message>
    <message>
        <source>Export each match as a &amp;crop...</source>
        <translation>将每个匹配导出为裁剪图(&amp;C)…</translation>
    </message>
    <message>
        <source>Writes each match to a folder as a separate picture</source>
        <translation>将每个匹配作为单独的图片写入文件夹</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Closes the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undoes the last change</source>
        <translation>撤销上一次更改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Repeats the change that was undone</source>
        <translation>重新执行被撤销的更改</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Pastes a picture: to search in if there is none, otherwise as a needle</source>
        <translation>粘贴图片：没有图片时作为要搜索的图片，否则作为查找图</translation>
    </message>
    <message>
        <source>&amp;Copy the needle</source>
        <translation>复制查找图(&amp;C)</translation>
    </message>
    <message>
        <source>Copies the selected needle</source>
        <translation>复制选中的查找图</translation>
    </message>
    <message>
        <source>&amp;Keep this needle, cut another</source>
        <translation>保留此查找图并裁剪下一个(&amp;K)</translation>
    </message>
    <message>
        <source>The next rectangle makes another needle</source>
        <translation>下一个矩形将成为另一个查找图</translation>
    </message>
    <message>
        <source>Remove the &amp;needle</source>
        <translation>移除查找图(&amp;N)</translation>
    </message>
    <message>
        <source>Removes the selected needle from the tray</source>
        <translation>将选中的查找图从托盘中移除</translation>
    </message>
    <message>
        <source>Select &amp;all matches</source>
        <translation>选择所有匹配(&amp;A)</translation>
    </message>
    <message>
        <source>Selects every match that is shown</source>
        <translation>选择显示的每个匹配</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>适合窗口(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Actual size (1:1)</source>
        <translation>实际大小 (1:1)(&amp;A)</translation>
    </message>
    <message>
        <source>One pixel of the picture per pixel of the screen</source>
        <translation>图片的一个像素对应屏幕的一个像素</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Shows the marks in the chosen style</source>
        <translation>按所选方式显示标记</translation>
    </message>
    <message>
        <source>Shows the flags after pass 1: where matches start</source>
        <translation>显示第 1 遍之后的标志：匹配的起点</translation>
    </message>
    <message>
        <source>Shows the flags after pass 2: the pixels inside matches</source>
        <translation>显示第 2 遍之后的标志：匹配内的像素</translation>
    </message>
    <message>
        <source>Shows what pass 3 paints</source>
        <translation>显示第 3 遍绘制的内容</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>Searches now, or stops searching</source>
        <translation>立即搜索，或停止搜索</translation>
    </message>
    <message>
        <source>&amp;Cut out a rectangle</source>
        <translation>裁剪矩形(&amp;C)</translation>
    </message>
    <message>
        <source>Drag a rectangle over the thing to find</source>
        <translation>在要查找的东西上拖出一个矩形</translation>
    </message>
    <message>
        <source>Cut out with the &amp;lasso</source>
        <translation>用套索裁剪(&amp;L)</translation>
    </message>
    <message>
        <source>Draw around the thing to find</source>
        <translation>沿要查找的东西画一圈</translation>
    </message>
    <message>
        <source>&amp;Ignore a part</source>
        <translation>忽略一部分(&amp;I)</translation>
    </message>
    <message>
        <source>Paint over parts that the search should ignore</source>
        <translation>涂抹搜索时应忽略的部分</translation>
    </message>
    <message>
        <source>&amp;Hand</source>
        <translation>抓手(&amp;H)</translation>
    </message>
    <message>
        <source>Move the picture; the middle button does so in every tool</source>
        <translation>移动图片；使用任何工具时都可用鼠标中键移动</translation>
    </message>
    <message>
        <source>&amp;Timing</source>
        <translation>计时(&amp;T)</translation>
    </message>
    <message>
        <source>Where the time goes, engine by engine</source>
        <translation>时间花在哪里，逐个引擎列出</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>批处理(&amp;B)</translation>
    </message>
    <message>
        <source>The same search in many pictures</source>
        <translation>在多张图片中进行同样的搜索</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Find the &amp;traveller</source>
        <translation>找到旅行者(&amp;T)</translation>
    </message>
    <message>
        <source>Engine &amp;race</source>
        <translation>引擎竞速(&amp;R)</translation>
    </message>
    <message>
        <source>Replays the engines&apos; runs in slow motion, to scale</source>
        <translation>以等比例慢动作回放各引擎的运行过程</translation>
    </message>
    <message>
        <source>&amp;Shortcuts and hints</source>
        <translation>快捷键与提示(&amp;S)</translation>
    </message>
    <message>
        <source>All actions and their keyboard shortcuts</source>
        <translation>所有操作及其快捷键</translation>
    </message>
    <message>
        <source>&amp;About Espy</source>
        <translation>关于 Espy(&amp;A)</translation>
    </message>
    <message>
        <source>The version, and the engines on this machine</source>
        <translation>版本，以及本机的计算引擎</translation>
    </message>
    <message>
        <source>Runs the papers&apos; experiments on this machine and compares their strategies</source>
        <translation>在本机运行论文中的实验，并比较其中的方法</translation>
    </message>
    <message>
        <source>Find him in a crowd yourself, then let Espy do it</source>
        <translation>先自己在人群中找他，再让 Espy 来找</translation>
    </message>
    <message>
        <source>&amp;Open a picture...</source>
        <translation>打开图片(&amp;O)…</translation>
    </message>
    <message>
        <source>Read the picture &amp;again</source>
        <translation>重新读取图片(&amp;A)</translation>
    </message>
    <message>
        <source>Reads the picture&apos;s file again, if another program has changed it</source>
        <translation>图片文件被其他程序更改后，重新读取</translation>
    </message>
    <message>
        <source>Ne&amp;xt picture in the folder</source>
        <translation>文件夹中的下一张图片(&amp;X)</translation>
    </message>
    <message>
        <source>Opens the next picture in the folder</source>
        <translation>打开文件夹中的下一张图片</translation>
    </message>
    <message>
        <source>Pre&amp;vious picture in the folder</source>
        <translation>文件夹中的上一张图片(&amp;V)</translation>
    </message>
    <message>
        <source>Opens the previous picture in the folder</source>
        <translation>打开文件夹中的上一张图片</translation>
    </message>
    <message>
        <source>Ta&amp;ke a screenshot</source>
        <translation>截屏(&amp;K)</translation>
    </message>
    <message>
        <source>Hides this window and takes a screenshot as the picture to search in</source>
        <translation>隐藏本窗口并截屏，作为要搜索的图片</translation>
    </message>
    <message>
        <source>Open a pro&amp;ject...</source>
        <translation>打开项目(&amp;J)…</translation>
    </message>
    <message>
        <source>Opens saved work: the picture, the needles and the options</source>
        <translation>打开已保存的工作：图片、查找图和选项</translation>
    </message>
    <message>
        <source>&amp;Save the project</source>
        <translation>保存项目(&amp;S)</translation>
    </message>
    <message>
        <source>Saves the picture, the needles and the options in one file</source>
        <translation>将图片、查找图和选项保存到一个文件中</translation>
    </message>
    <message>
        <source>Save the &amp;project as...</source>
        <translation>项目另存为(&amp;P)…</translation>
    </message>
    <message>
        <source>Saves the project under another name</source>
        <translation>以另一个名称保存项目</translation>
    </message>
    <message>
        <source>Save the nee&amp;dle...</source>
        <translation>保存查找图(&amp;D)…</translation>
    </message>
    <message>
        <source>Paste as the picture to search &amp;in</source>
        <translation>粘贴为要搜索的图片(&amp;I)</translation>
    </message>
    <message>
        <source>Pastes a picture, and searches in it</source>
        <translation>粘贴一张图片并在其中搜索</translation>
    </message>
    <message>
        <source>Copy as a c&amp;ommand</source>
        <translation>复制为命令(&amp;O)</translation>
    </message>
    <message>
        <source>Copies the shell command that runs this search</source>
        <translation>复制可在终端中执行此搜索的命令</translation>
    </message>
    <message>
        <source>Copy as C&amp;++</source>
        <translation>复制为 C++(&amp;+)</translation>
    </message>
    <message>
        <source>Copies the C++ code that runs this search with the library</source>
        <translation>复制用库执行此搜索的 C++ 代码</translation>
    </message>
    <message>
        <source>Remove the selected &amp;matches</source>
        <translation>移除选中的匹配(&amp;M)</translation>
    </message>
    <message>
        <source>Removes the selected matches from the results; undo restores them</source>
        <translation>将选中的匹配从结果中移除；撤销可恢复</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>图片(&amp;P)</translation>
    </message>
    <message>
        <source>The picture, its needles and its matches</source>
        <translation>图片及其查找图和匹配</translation>
    </message>
    <message>
        <source>Pa&amp;sses</source>
        <translation>各遍(&amp;S)</translation>
    </message>
    <message>
        <source>Ne&amp;xt match</source>
        <translation>下一个匹配(&amp;X)</translation>
    </message>
    <message>
        <source>Goes to the next match of the table; Enter zooms to it</source>
        <translation>转到表格中的下一个匹配；按回车键放大</translation>
    </message>
    <message>
        <source>Pre&amp;vious match</source>
        <translation>上一个匹配(&amp;V)</translation>
    </message>
    <message>
        <source>Goes to the previous match of the table; Enter zooms to it</source>
        <translation>转到表中的上一个匹配；按回车键放大到该处</translation>
    </message>
    <message>
        <source>&amp;Minimap</source>
        <translation>小地图(&amp;M)</translation>
    </message>
    <message>
        <source>Shows the whole picture in a corner while only a part of it is visible</source>
        <translation>图片只有一部分可见时，在角落显示整张图片</translation>
    </message>
    <message>
        <source>Scor&amp;e map</source>
        <translation>得分图(&amp;E)</translation>
    </message>
    <message>
        <source>Colours the picture by the needle&apos;s score at each position</source>
        <translation>按查找图在每个位置的得分为图片着色</translation>
    </message>
    <message>
        <source>Marks as &amp;chosen</source>
        <translation>按所选方式标记(&amp;C)</translation>
    </message>
    <message>
        <source>After pass &amp;1</source>
        <translation>第 &amp;1 遍之后</translation>
    </message>
    <message>
        <source>After pass &amp;2</source>
        <translation>第 &amp;2 遍之后</translation>
    </message>
    <message>
        <source>After pass &amp;3</source>
        <translation>第 &amp;3 遍之后</translation>
    </message>
    <message>
        <source>Si&amp;de panel</source>
        <translation>侧边栏(&amp;D)</translation>
    </message>
    <message>
        <source>Options and matches, next to the picture</source>
        <translation>图片旁的选项和匹配</translation>
    </message>
    <message>
        <source>Shows only the picture; Escape restores the window</source>
        <translation>只显示图片；按 Esc 恢复窗口</translation>
    </message>
    <message>
        <source>Label as &amp;true matches</source>
        <translation>标为真匹配(&amp;T)</translation>
    </message>
    <message>
        <source>Labels the selected matches as true, for the judge to learn from; repeat to remove the label</source>
        <translation>将选中的匹配标为真，供评判器学习；再次执行可取消标注</translation>
    </message>
    <message>
        <source>Label as fals&amp;e matches</source>
        <translation>标为假匹配(&amp;E)</translation>
    </message>
    <message>
        <source>Labels the selected matches as false: they only look like the needle; repeat to remove the label</source>
        <translation>将选中的匹配标为假：它们只是像查找图；再次执行可取消标注</translation>
    </message>
    <message>
        <source>Find the traveller at &amp;night</source>
        <translation>在夜里找旅行者(&amp;N)</translation>
    </message>
    <message>
        <source>In bad light many people look like him; label a few, and Espy learns to tell him apart</source>
        <translation>光线不好时很多人像他；标注几个，Espy 便能学会把他区分出来</translation>
    </message>
    <message>
        <source>Which surface in a library does a photograph show?</source>
        <translation>照片上是库中的哪个表面？</translation>
    </message>
    <message>
        <source>Identif&amp;y this picture</source>
        <translation>识别此图片(&amp;Y)</translation>
    </message>
    <message>
        <source>Finds the surface in a library that the picture shows</source>
        <translation>查找图片显示的是库中的哪个表面</translation>
    </message>
    <message>
        <source>Si&amp;gnals</source>
        <translation>信号(&amp;G)</translation>
    </message>
    <message>
        <source>Where else in these recordings does this piece occur?</source>
        <translation>这一段还出现在这些记录的哪些地方？</translation>
    </message>
    <message>
        <source>Shows the whole picture or recording</source>
        <translation>显示整张图片或整段记录</translation>
    </message>
    <message>
        <source>Zooms in on the picture or the recording, as the wheel does</source>
        <translation>放大图片或记录，与滚轮相同</translation>
    </message>
    <message>
        <source>Zooms out of the picture or the recording</source>
        <translation>缩小图片或记录</translation>
    </message>
    <message>
        <source>&amp;Show a pass</source>
        <translation>显示一遍(&amp;S)</translation>
    </message>
    <message>
        <source>Shows the last chosen pass, or the marks again</source>
        <translation>显示上次选择的一遍，或恢复标记</translation>
    </message>
    <message>
        <source>La&amp;b</source>
        <translation>实验室(&amp;B)</translation>
    </message>
    <message>
        <source>I&amp;dentify</source>
        <translation>识别(&amp;D)</translation>
    </message>
    <message>
        <source>Scr&amp;een by colour...</source>
        <translation>按颜色筛选(&amp;E)…</translation>
    </message>
    <message>
        <source>Keeps pixels by colour, by an expression or at edges, and marks the rest</source>
        <translation>保留某些颜色、边缘或表达式所选的像素，并标记其余部分</translation>
    </message>
    <message>
        <source>De&amp;noise...</source>
        <translation>降噪(&amp;N)…</translation>
    </message>
    <message>
        <source>Removes noise while edges stay sharp, in the picture or for the search only</source>
        <translation>去除噪声并保持边缘清晰：作用于图片，或仅用于搜索</translation>
    </message>
    <message>
        <source>Li&amp;ve</source>
        <translation>实时(&amp;V)</translation>
    </message>
    <message>
        <source>Searches a screen, a camera or a video while it changes</source>
        <translation>在屏幕、摄像头或视频变化时进行查找</translation>
    </message>
    <message>
        <source>Open an &amp;index of needles...</source>
        <translation>打开查找图索引(&amp;I)…</translation>
    </message>
    <message>
        <source>Opens an index, which is a folder, to search for all of its needles at once</source>
        <translation>打开一个索引（一个文件夹），一次查找其中的所有查找图</translation>
    </message>
    <message>
        <source>&amp;Make an index from a folder...</source>
        <translation>从文件夹创建索引(&amp;M)…</translation>
    </message>
    <message>
        <source>Puts all pictures of a folder into one index, to search for all of them at once</source>
        <translation>把一个文件夹中的所有图片放入一个索引，一次查找全部</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>In three steps</source>
        <translation>三步操作</translation>
    </message>
    <message>
        <source>Drop a picture on the window.</source>
        <translation>将一张图片拖放到窗口上。</translation>
    </message>
    <message>
        <source>Drag a rectangle over the thing to find.</source>
        <translation>在要查找的东西上拖出一个矩形。</translation>
    </message>
    <message>
        <source>Every occurrence is outlined. Refine the search by the rectangle, the method or the minimum score.</source>
        <translation>它出现的每一处都会被勾勒出来。可调整矩形、方法或最低得分来改进搜索。</translation>
    </message>
    <message>
        <source>The wheel zooms at the pointer; drag with the middle button, or with Space held down, to move the picture. Arrow keys nudge the rectangle (Shift: by ten pixels; Alt: its size).</source>
        <translation>滚轮在指针处缩放；鼠标中键或按住空格键拖动可移动图片；方向键微调矩形（Shift：每次十个像素；Alt：调整大小）。</translation>
    </message>
    <message>
        <source>With Ignore, paint over parts that the search should ignore; [ and ] change the brush. Space in the table of matches centres the match.</source>
        <translation>用“忽略”工具涂抹搜索时应忽略的部分；[ 和 ] 更改画笔大小。在匹配表中按空格键可将该匹配居中。</translation>
    </message>
    <message>
        <source>Shortcuts and hints</source>
        <translation>快捷键与提示</translation>
    </message>
    <message>
        <source>All actions</source>
        <translation>所有操作</translation>
    </message>
    <message>
        <source>can run</source>
        <translation>可以运行</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>Finds a picture in pictures: exact, fast, with the same result on every engine.</source>
        <translation>在图片中查找图片：精确、快速，且每个引擎结果一致。</translation>
    </message>
    <message>
        <source>Engines on this machine</source>
        <translation>本机的计算引擎</translation>
    </message>
    <message>
        <source>Licence: Apache-2.0.</source>
        <translation>许可证：Apache-2.0。</translation>
    </message>
    <message>
        <source>About Espy</source>
        <translation>关于 Espy</translation>
    </message>
    <message>
        <source>In the lanes of a recording: + and - zoom, 0 shows all, Home and End go to the start and the end. Ctrl with the wheel or with up and down changes a lane&apos;s height, F fits it, Alt with up and down moves it. Enter begins a motif or searches, Space plays.</source>
        <translation>在记录的轨道中：+ 和 - 缩放，0 显示全部，Home 和 End 跳到开头和结尾。Ctrl 加滚轮或上下键更改轨道高度，F 使其适合，Alt 加上下键移动它。回车开始选取片段或搜索，空格播放。</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Pass 1: where matches start</source>
        <translation>第 1 遍：匹配的起点</translation>
    </message>
    <message>
        <source>Pass 2: the pixels inside matches</source>
        <translation>第 2 遍：匹配内的像素</translation>
    </message>
    <message>
        <source>Pass 3: the marking</source>
        <translation>第 3 遍：标记</translation>
    </message>
    <message>
        <source>a match starts here</source>
        <translation>匹配从此处开始</translation>
    </message>
    <message>
        <source>outside all matches (darkened)</source>
        <translation>不属于任何匹配（变暗）</translation>
    </message>
    <message>
        <source>inside a match</source>
        <translation>在匹配之内</translation>
    </message>
    <message>
        <source>around matches, %1 px thick</source>
        <translation>围绕匹配，粗 %1 像素</translation>
    </message>
    <message>
        <source>outside all matches</source>
        <translation>不属于任何匹配</translation>
    </message>
    <message>
        <source>outside all matches (lightened)</source>
        <translation>所有匹配之外（变亮）</translation>
    </message>
</context>
<context>
    <name>NeedleCommands</name>
    <message>
        <source>add needle %1</source>
        <translation>添加查找图 %1</translation>
    </message>
    <message>
        <source>remove needle %1</source>
        <translation>移除查找图 %1</translation>
    </message>
</context>
<context>
    <name>ScoreMap</name>
    <message>
        <source>Computing the scores of %1...</source>
        <translation>正在计算 %1 的得分…</translation>
    </message>
    <message>
        <source>Scores of %1, at its centre</source>
        <translation>%1 的得分，绘于其中心</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message>
        <source>load</source>
        <translation>载入</translation>
    </message>
    <message>
        <source>prepare</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>upload</source>
        <translation>上传</translation>
    </message>
    <message>
        <source>pass 1</source>
        <translation>第 1 遍</translation>
    </message>
    <message>
        <source>pass 2</source>
        <translation>第 2 遍</translation>
    </message>
    <message>
        <source>pass 3</source>
        <translation>第 3 遍</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>select</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>distances</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>search for the best</source>
        <translation>搜索最佳</translation>
    </message>
    <message>
        <source>sums</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>count</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>bounds</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>paths</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>settle</source>
        <translation>核定</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>通道</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>1 byte</source>
        <translation>1 个字节</translation>
    </message>
    <message>
        <source>1 byte after the first picture was not read</source>
        <translation>第一张图片之后有 1 个字节未读取</translation>
    </message>
    <message>
        <source>1 byte after its picture data was not read</source>
        <translation>图片数据之后有 1 个字节未读取</translation>
    </message>
    <message>
        <source>1 megapixel</source>
        <translation>1 百万像素</translation>
    </message>
    <message>
        <source>1 of its {} channels was left out</source>
        <translation>其 {} 个通道中有 1 个被略去</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>ESPY_SIMD={}: there is no such level; this build has {} on this processor</source>
        <translation>ESPY_SIMD={}：没有这个级别；此构建在此处理器上有 {}</translation>
    </message>
    <message>
        <source>ESPY_SIMD={}: this build has only {} on this processor</source>
        <translation>ESPY_SIMD={}：此构建在此处理器上只有 {}</translation>
    </message>
    <message>
        <source>Espy&apos;s engines</source>
        <translation>Espy 的引擎</translation>
    </message>
    <message>
        <source>Finds each of several queries in a long one-dimensional signal by the smallest sum of absolute differences. OpenMP distributes the queries, or the positions with private minima, or the positions with one minimum behind a lock; CUDA sums in global memory, in registers, in tiles of shared memory, or reads the queries from constant memory. Espy&apos;s own strategy is measured for comparison. After Bazzanti and Biondi.</source>
        <translation>按最小绝对差之和，在一段长的一维信号中查找多个查询片段。OpenMP 分配查询，或以各自的最小值分配位置，或以锁保护的同一最小值分配位置；CUDA 在全局内存、寄存器、共享内存分块中累加，或从常量内存读取查询。同时测量 Espy 自己的策略以作比较。依据 Bazzanti 与 Biondi 的论文。</translation>
    </message>
    <message>
        <source>On the processor {} is the fastest: the plain loop takes {} to {} times as long, depending on the milestone, comparing whole runs.</source>
        <translation>在处理器上 {} 最快：按里程碑比较完整运行，普通循环所用时间是其 {} 到 {} 倍。</translation>
    </message>
    <message>
        <source>Queries in a signal, by the smallest sum of absolute differences</source>
        <translation>在信号中查找片段，按最小绝对差之和</translation>
    </message>
    <message>
        <source>RGB and alpha</source>
        <translation>RGB 加透明度</translation>
    </message>
    <message>
        <source>TUPLTYPE names no tuple type</source>
        <translation>TUPLTYPE 没有给出元组类型</translation>
    </message>
    <message>
        <source>Table I of the paper gives 171 to 183 us for CUDA while the work grows by a factor of 256, more than that GPU could compute: these are times of a kernel launch, not of its run</source>
        <translation>论文表 I 中 CUDA 的时间为 171 到 183 us，而工作量增长了 256 倍，超出该 GPU 的计算能力：这测的是内核的启动，而不是内核的运行</translation>
    </message>
    <message>
        <source>The lock took {} times as long as private minima.</source>
        <translation>加锁所用时间是各自求最小值的 {} 倍。</translation>
    </message>
    <message>
        <source>The lock took {} to {} times as long as private minima.</source>
        <translation>加锁所用时间是各自求最小值的 {} 到 {} 倍。</translation>
    </message>
    <message>
        <source>The paper&apos;s passes</source>
        <translation>论文的三遍处理</translation>
    </message>
    <message>
        <source>Where is a pattern? Six milestones, from a grey box to a crowd</source>
        <translation>图案在哪里？六个里程碑，从灰色方框到人群</translation>
    </message>
    <message>
        <source>While the work grew by a factor of {}, the times grew: {}.</source>
        <translation>工作量增长到 {} 倍时，时间的增长为：{}。</translation>
    </message>
    <message>
        <source>a BMP has at most 4 GiB, which the picture exceeds</source>
        <translation>BMP 最大 4 GiB，而图片超出此限</translation>
    </message>
    <message>
        <source>a PBM holds only black and white, but pixel {},{} is neither; write a .pgm or .ppm</source>
        <translation>PBM 只能存储黑白，而像素 {},{} 既非黑也非白；请写为 .pgm 或 .ppm</translation>
    </message>
    <message>
        <source>a TIFF has at most {} pixels a side, but the picture has {} x {}</source>
        <translation>TIFF 每边最多 {} 像素，而图片为 {} x {}</translation>
    </message>
    <message>
        <source>a batch reads files, not standard input</source>
        <translation>批处理读取文件，不读取标准输入</translation>
    </message>
    <message>
        <source>a block must have 32 to 1024 threads, a multiple of 32, not {}</source>
        <translation>一个线程块有 32 到 1024 个线程，须为 32 的倍数，不能是 {}</translation>
    </message>
    <message>
        <source>a GPU pays off at every size from {} to {}</source>
        <translation>在 {} 到 {} 的任何尺寸下，使用 GPU 都划算</translation>
    </message>
    <message>
        <source>a GPU pays off at no size from {} to {}</source>
        <translation>在 {} 到 {} 的任何尺寸下，使用 GPU 都不划算</translation>
    </message>
    <message>
        <source>a GPU pays off from about {}</source>
        <translation>约从 {} 起，使用 GPU 划算</translation>
    </message>
    <message>
        <source>a GPU pays off from about {} to about {}, but not outside that range</source>
        <translation>约在 {} 到 {} 之间使用 GPU 划算，范围之外则不然</translation>
    </message>
    <message>
        <source>a GPU pays off up to about {}</source>
        <translation>约到 {} 为止，使用 GPU 划算</translation>
    </message>
    <message>
        <source>a grey picture cannot show an outline in colour</source>
        <translation>灰度图片无法显示彩色轮廓</translation>
    </message>
    <message>
        <source>a needle of more than 2^32 16-bit samples cannot be correlated</source>
        <translation>无法对超过 2^32 个 16 位采样值的查找图做相关计算</translation>
    </message>
    <message>
        <source>a picture that only engine {} holds cannot be denoised before the search</source>
        <translation>仅由引擎 {} 保存的图片不能在查找前去噪</translation>
    </message>
    <message>
        <source>a volume of {} x {} x {} samples and {} channels has {} samples instead</source>
        <translation>{} x {} x {} 个采样、{} 个通道的体数据实际有 {} 个采样</translation>
    </message>
    <message>
        <source>a volume to denoise has 1 to {} channels, not {}</source>
        <translation>要去噪的体数据须有 1 至 {} 个通道，而不是 {}</translation>
    </message>
    <message>
        <source>an index finds pictures as they are, not denoised</source>
        <translation>索引按原样查找图片，不去噪</translation>
    </message>
    <message>
        <source>only tensors can be kept positive</source>
        <translation>只有张量可以保持正定</translation>
    </message>
    <message>
        <source>spacings of {} and {} are too different</source>
        <translation>间距 {} 与 {} 相差过大</translation>
    </message>
    <message>
        <source>symmetric tensors have 6 components, not {}</source>
        <translation>对称张量有 6 个分量，而不是 {}</translation>
    </message>
    <message>
        <source>the gap must be {} to 1, not {}</source>
        <translation>间隙须为 {} 至 1，而不是 {}</translation>
    </message>
    <message>
        <source>the same on this GPU alone</source>
        <translation>仅在此 GPU 上运行</translation>
    </message>
    <message>
        <source>the sample at ({}, {}, {}) of channel {} is not a finite number</source>
        <translation>({}, {}, {}) 处通道 {} 的采样不是有限数</translation>
    </message>
    <message>
        <source>the spacing of samples must be above 0, but is {}</source>
        <translation>采样间距须大于 0，而为 {}</translation>
    </message>
    <message>
        <source>the strength must be above 0 and at most {}, not {}</source>
        <translation>强度须大于 0 且不超过 {}，而不是 {}</translation>
    </message>
    <message>
        <source>the volume has no samples</source>
        <translation>体数据没有采样</translation>
    </message>
    <message>
        <source>there must be at least 1 iteration, not {}</source>
        <translation>至少须有 1 次迭代，而不是 {}</translation>
    </message>
    <message>
        <source>this picture has levels 0 to {}, not {}</source>
        <translation>图片的级别为 0 到 {}，不能是 {}</translation>
    </message>
    <message>
        <source>a picture of {} x {} pixels is too large</source>
        <translation>{} x {} 像素的图片太大</translation>
    </message>
    <message>
        <source>a picture with a side over {} pixels cannot be searched</source>
        <translation>无法搜索边长超过 {} 像素的图片</translation>
    </message>
    <message>
        <source>a picture without pixels cannot be written</source>
        <translation>无法写入没有像素的图片</translation>
    </message>
    <message>
        <source>a sample is not a finite number</source>
        <translation>有一个采样值不是有限数</translation>
    </message>
    <message>
        <source>a sample of pixel {},{} is {}, over maxval {}</source>
        <translation>像素 {},{} 的一个采样值为 {}，超过 maxval {}</translation>
    </message>
    <message>
        <source>a picture for the screen must have four channels of 8 bits</source>
        <translation>用于屏幕的图片须有四个 8 位通道</translation>
    </message>
    <message>
        <source>a {} has at most {} pixels a side, but the picture has {} x {}</source>
        <translation>{} 每边最多 {} 像素，而图片为 {} x {}</translation>
    </message>
    <message>
        <source>an outline is 1 to 255 pixels thick, not {}</source>
        <translation>轮廓粗细为 1 到 255 像素，不能是 {}</translation>
    </message>
    <message>
        <source>block: must be a multiple of 32, not {}</source>
        <translation>block：须为 32 的倍数，不能是 {}</translation>
    </message>
    <message>
        <source>blocks of {} x {} correlated directly</source>
        <translation>直接对 {} x {} 的块做相关</translation>
    </message>
    <message>
        <source>byte {}</source>
        <translation>字节 {}</translation>
    </message>
    <message>
        <source>the raster contains byte {} after {} of {} samples</source>
        <translation>光栅数据中出现字节 {}，位于第 {} 个采样值之后（共 {} 个）</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>cannot be encoded as JPEG: {}</source>
        <translation>无法编码为 JPEG：{}</translation>
    </message>
    <message>
        <source>cannot be encoded as PNG</source>
        <translation>无法编码为 PNG</translation>
    </message>
    <message>
        <source>cannot be encoded as {}: {}</source>
        <translation>无法编码为 {}：{}</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>cannot be written: it belongs to another user, in a folder that all may write to</source>
        <translation>无法写入：它在人人可写的文件夹中，属于另一用户</translation>
    </message>
    <message>
        <source>cannot be written: it is another user&apos;s link in a folder that all may write to</source>
        <translation>无法写入：它是人人可写的文件夹中另一用户的链接</translation>
    </message>
    <message>
        <source>cannot keep matches for the summary: {}</source>
        <translation>无法为汇总保存匹配：{}</translation>
    </message>
    <message>
        <source>could not be read to its end</source>
        <translation>未能读到末尾</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>次差值</translation>
    </message>
    <message>
        <source>distances</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>distances of a needle this large need more than 64 bits, which the kernels do not support</source>
        <translation>如此大的查找图，其距离需要超过 64 位，内核不支持</translation>
    </message>
    <message>
        <source>does not state its size in the first {} MiB of the stream; save it as a file first</source>
        <translation>数据流的前 {} MiB 内没有给出尺寸；请先保存为文件</translation>
    </message>
    <message>
        <source>only engine {} holds the pixels of this picture</source>
        <translation>只有引擎 {} 保存着此图片的像素</translation>
    </message>
    <message>
        <source>engine {} cannot mark the picture that it holds</source>
        <translation>引擎 {} 无法标记它保存的图片</translation>
    </message>
    <message>
        <source>engine {} cannot run here: {}</source>
        <translation>引擎 {} 无法在此运行：{}</translation>
    </message>
    <message>
        <source>engine {} does not support {}</source>
        <translation>引擎 {} 不支持：{}</translation>
    </message>
    <message>
        <source>engine {} cannot use a picture that engine {} holds</source>
        <translation>引擎 {} 无法使用由引擎 {} 保存的图片</translation>
    </message>
    <message>
        <source>exact find</source>
        <translation>精确查找</translation>
    </message>
    <message>
        <source>exists already, and is not overwritten</source>
        <translation>已存在，不会被覆盖</translation>
    </message>
    <message>
        <source>flag plane</source>
        <translation>标志平面</translation>
    </message>
    <message>
        <source>floating-point</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>floating-point samples are written as TIFF, so the name must end in .tif or .tiff</source>
        <translation>浮点采样值写为 TIFF，因此名称须以 .tif 或 .tiff 结尾</translation>
    </message>
    <message>
        <source>is another library&apos;s now; open it again</source>
        <translation>现在属于另一个库；请重新打开</translation>
    </message>
    <message>
        <source>is longer than {} bytes, the limit for such a file</source>
        <translation>超过 {} 个字节，即这种文件的上限</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>grey and alpha</source>
        <translation>灰度加透明度</translation>
    </message>
    <message>
        <source>has a { without a }</source>
        <translation>有 { 而没有 }</translation>
    </message>
    <message>
        <source>has no ending that names a picture format</source>
        <translation>没有表示图片格式的扩展名</translation>
    </message>
    <message>
        <source>has {} channels of {} bits, which OpenCV decodes as {} of {} bits; convert it to {}</source>
        <translation>有 {} 个 {} 位通道，OpenCV 将其读成 {} 个 {} 位通道；请转换为 {}</translation>
    </message>
    <message>
        <source>has {} channels; pictures of 1 to 4 are read</source>
        <translation>有 {} 个通道；只读取 1 到 4 个通道的图片</translation>
    </message>
    <message>
        <source>has {}, but only {name} and {number} are known</source>
        <translation>含有 {}，但只识别 {name} 和 {number}</translation>
    </message>
    <message>
        <source>height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>how often the pattern is hidden; milestones 4 and 5 only</source>
        <translation>图案隐藏多少次；仅用于里程碑 4 和 5</translation>
    </message>
    <message>
        <source>is a BMP of {} bits a pixel with compression {}, which is not supported</source>
        <translation>是每像素 {} 位、压缩方式 {} 的 BMP，不支持读取</translation>
    </message>
    <message>
        <source>is a BMP picture that cannot be decoded: {}</source>
        <translation>是无法解码的 BMP 图片：{}</translation>
    </message>
    <message>
        <source>is a BMP with {} bits a sample; up to 8 are read</source>
        <translation>是每采样值 {} 位的 BMP；最多读取 8 位</translation>
    </message>
    <message>
        <source>is a JPEG of more than {} scans</source>
        <translation>是超过 {} 次扫描的 JPEG</translation>
    </message>
    <message>
        <source>is a JPEG picture that cannot be decoded: {}</source>
        <translation>是无法解码的 JPEG 图片：{}</translation>
    </message>
    <message>
        <source>is a JPEG with {} bits a sample; 8 are read</source>
        <translation>是每采样值 {} 位的 JPEG；只读取 8 位</translation>
    </message>
    <message>
        <source>is a JPEG with {} components; 1, 3 or 4 are read</source>
        <translation>是有 {} 个分量的 JPEG；只读取 1、3 或 4 个</translation>
    </message>
    <message>
        <source>is a PNG picture that cannot be decoded: {}</source>
        <translation>是无法解码的 PNG 图片：{}</translation>
    </message>
    <message>
        <source>is a TIFF picture that cannot be decoded: {}</source>
        <translation>是无法解码的 TIFF 图片：{}</translation>
    </message>
    <message>
        <source>is a TIFF with {} samples of {} bits; unsigned ones of 8 or 16 are read</source>
        <translation>是{}采样值、{} 位的 TIFF；只读取 8 或 16 位无符号采样值</translation>
    </message>
    <message>
        <source>is a folder, not a picture</source>
        <translation>是文件夹，不是图片</translation>
    </message>
    <message>
        <source>is a top-down BMP of {} bits a pixel with compression {}, which is not supported</source>
        <translation>是自上而下、每像素 {} 位、压缩方式 {} 的 BMP，不支持读取</translation>
    </message>
    <message>
        <source>is a {} picture</source>
        <translation>是 {} 图片</translation>
    </message>
    <message>
        <source>is a {} picture that cannot be decoded: {}</source>
        <translation>是无法解码的 {} 图片：{}</translation>
    </message>
    <message>
        <source>is a {} picture, which is not supported; convert it to PNG</source>
        <translation>是 {} 图片，此处不支持读取；请转换为 PNG</translation>
    </message>
    <message>
        <source>is an animated WebP; only single pictures are supported</source>
        <translation>是动画 WebP；只支持单张图片</translation>
    </message>
    <message>
        <source>is an {} picture, which is not supported; convert it to PNG</source>
        <translation>是 {} 图片，此处不支持读取；请转换为 PNG</translation>
    </message>
    <message>
        <source>is cut short</source>
        <translation>被截断</translation>
    </message>
    <message>
        <source>is damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>为空</translation>
    </message>
    <message>
        <source>is not a file name</source>
        <translation>不是文件名</translation>
    </message>
    <message>
        <source>is not a picture in a known format (PBM, PGM, PPM, PAM, PNG, JPEG, TIFF, BMP, WebP)</source>
        <translation>不是已知格式的图片（PBM、PGM、PPM、PAM、PNG、JPEG、TIFF、BMP、WebP）</translation>
    </message>
    <message>
        <source>is not an Espy project</source>
        <translation>不是 Espy 项目</translation>
    </message>
    <message>
        <source>is in a format that this build cannot read</source>
        <translation>其格式是此版本无法读取的</translation>
    </message>
    <message>
        <source>is in a format that this build cannot write</source>
        <translation>其格式是此版本无法写入的</translation>
    </message>
    <message>
        <source>it belongs to another version of Espy</source>
        <translation>它属于 Espy 的另一版本</translation>
    </message>
    <message>
        <source>it cannot be loaded: {}</source>
        <translation>无法加载：{}</translation>
    </message>
    <message>
        <source>it cannot run here</source>
        <translation>无法在此运行</translation>
    </message>
    <message>
        <source>it ends before all of its scans</source>
        <translation>在全部扫描之前结束</translation>
    </message>
    <message>
        <source>it ends within a header</source>
        <translation>在文件头中结束</translation>
    </message>
    <message>
        <source>it failed to load and gave no reason</source>
        <translation>加载失败，且未说明原因</translation>
    </message>
    <message>
        <source>it has an unknown critical chunk {}</source>
        <translation>含有未知的关键数据块 {}</translation>
    </message>
    <message>
        <source>it has no palette</source>
        <translation>没有调色板</translation>
    </message>
    <message>
        <source>it has two headers</source>
        <translation>有两个文件头</translation>
    </message>
    <message>
        <source>it is not an Espy module</source>
        <translation>它不是 Espy 的模块</translation>
    </message>
    <message>
        <source>it is not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>its IDAT chunks do not follow one another</source>
        <translation>其 IDAT 数据块不连续</translation>
    </message>
    <message>
        <source>its compressed data are damaged or cut short</source>
        <translation>其压缩数据已损坏或被截断</translation>
    </message>
    <message>
        <source>its compression, filter and interlace methods are {}, {} and {}; only 0, 0 and 0 or 1 are supported</source>
        <translation>其压缩、滤波和隔行方式为 {}、{} 和 {}；只支持 0、0 以及 0 或 1</translation>
    </message>
    <message>
        <source>its header says {} x {} pixels, but it decodes to {} x {}</source>
        <translation>文件头为 {} x {} 像素，但解码得到 {} x {}</translation>
    </message>
    <message>
        <source>its mask {} is not contiguous</source>
        <translation>其掩码 {} 不连续</translation>
    </message>
    <message>
        <source>its palette of {} bytes has a wrong length or position</source>
        <translation>其 {} 字节的调色板长度或位置有误</translation>
    </message>
    <message>
        <source>its picture data end after {} of {} bytes</source>
        <translation>其图片数据在第 {} 字节处结束（应有 {} 字节）</translation>
    </message>
    <message>
        <source>its picture data continue after {} x {} pixels</source>
        <translation>其图片数据超出 {} x {} 像素</translation>
    </message>
    <message>
        <source>its runs end before the picture does</source>
        <translation>其行程数据在图片结束之前用尽</translation>
    </message>
    <message>
        <source>its runs extend beyond {} x {} pixels</source>
        <translation>其行程数据超出 {} x {} 像素</translation>
    </message>
    <message>
        <source>its sampling factors are not between 1 and 4</source>
        <translation>其采样因子不在 1 到 4 之间</translation>
    </message>
    <message>
        <source>its tRNS chunk of {} bytes has a wrong length or position</source>
        <translation>其 {} 字节的 tRNS 数据块长度或位置有误</translation>
    </message>
    <message>
        <source>kept pictures</source>
        <translation>保存的图片</translation>
    </message>
    <message>
        <source>search with an index</source>
        <translation>使用索引搜索</translation>
    </message>
    <message>
        <source>length: a query of {} does not fit into {} samples</source>
        <translation>length：长度为 {} 的查询放不进 {} 个采样值</translation>
    </message>
    <message>
        <source>marked picture</source>
        <translation>标记图片</translation>
    </message>
    <message>
        <source>marking</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>maxval is {}, but must be 1 to 65535</source>
        <translation>maxval 为 {}，须在 1 到 65535 之间</translation>
    </message>
    <message>
        <source>more than 2^32 - 2 matches cannot be compared for overlap</source>
        <translation>无法比较超过 2^32 - 2 个匹配的重叠</translation>
    </message>
    <message>
        <source>more than {} bytes after the first picture were not read</source>
        <translation>第一张图片之后有超过 {} 个字节未读取</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>查找图</translation>
    </message>
    <message>
        <source>needles of 16 GiB or more cannot be searched for</source>
        <translation>无法搜索 16 GiB 及以上的查找图</translation>
    </message>
    <message>
        <source>no CUDA driver found</source>
        <translation>未找到 CUDA 驱动程序</translation>
    </message>
    <message>
        <source>no memory for a picture of {} x {} pixels</source>
        <translation>没有内存容纳 {} x {} 像素的图片</translation>
    </message>
    <message>
        <source>no memory for {} bytes</source>
        <translation>没有 {} 字节的内存</translation>
    </message>
    <message>
        <source>no memory to decode it</source>
        <translation>没有内存用于解码</translation>
    </message>
    <message>
        <source>no memory to encode it</source>
        <translation>没有内存用于编码</translation>
    </message>
    <message>
        <source>no more than {} patterns fit into {} x {} pixels, so matches={} is too many</source>
        <translation>{2} x {3} 像素最多容纳 {1} 个图案，matches={4} 过多</translation>
    </message>
    <message>
        <source>no picture format has the ending {}</source>
        <translation>没有图片格式使用扩展名 {}</translation>
    </message>
    <message>
        <source>no pixel of the needle has any weight</source>
        <translation>查找图没有任何有权重的像素</translation>
    </message>
    <message>
        <source>espy_lab.so was not found: install the package espy-lab</source>
        <translation>未找到 espy_lab.so：请安装软件包 espy-lab</translation>
    </message>
    <message>
        <source>espy_cuda_lab.so was not found: install the package espy-cuda-lab, or build with nvcc</source>
        <translation>未找到 espy_cuda_lab.so：请安装软件包 espy-cuda-lab，或在有 nvcc 的环境中构建</translation>
    </message>
    <message>
        <source>espy_lab_opencv.so was not found: install the package espy-lab, or build with OpenCV</source>
        <translation>未找到 espy_lab_opencv.so：请安装软件包 espy-lab，或在有 OpenCV 的环境中构建</translation>
    </message>
    <message>
        <source>lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>knnMatch</source>
        <translation>knnMatch</translation>
    </message>
    <message>
        <source>no GPU support installed (package espy-cuda)</source>
        <translation>未安装 GPU 支持（软件包 espy-cuda）</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>of OpenMP; 0: all of the machine</source>
        <translation>OpenMP 的线程数；0 表示使用全部</translation>
    </message>
    <message>
        <source>of the pictures</source>
        <translation>图片的随机种子</translation>
    </message>
    <message>
        <source>of the random values</source>
        <translation>随机值的种子</translation>
    </message>
    <message>
        <source>on the GPU: one thread for each query, or all</source>
        <translation>在 GPU 上：每个查询一个线程，或全部线程</translation>
    </message>
    <message>
        <source>one run takes longer than the limit of {} s (patience)</source>
        <translation>一次运行超过了 {} 秒的耐心时限</translation>
    </message>
    <message>
        <source>one run would take about {} s, longer than the limit of {} s (patience)</source>
        <translation>一次运行约需 {} 秒，超过 {} 秒的耐心时限</translation>
    </message>
    <message>
        <source>picture that was searched</source>
        <translation>被搜索的图片</translation>
    </message>
    <message>
        <source>pixel {},{} has a colour that its palette of {} lacks</source>
        <translation>像素 {},{} 的颜色不在其 {} 色调色板中</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询数</translation>
    </message>
    <message>
        <source>random values, or pieces of the signal</source>
        <translation>随机值，或信号的片段</translation>
    </message>
    <message>
        <source>rates</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>row {} has the unknown filter {}</source>
        <translation>第 {} 行使用了未知的滤波方式 {}</translation>
    </message>
    <message>
        <source>samples are up to {} apart, and the sum of {} such differences does not fit into 32 bits</source>
        <translation>采样值相差可达 {}，{} 个这样的差之和超出 32 位</translation>
    </message>
    <message>
        <source>score map</source>
        <translation>得分图</translation>
    </message>
    <message>
        <source>scored find</source>
        <translation>按得分的查找</translation>
    </message>
    <message>
        <source>screening</source>
        <translation>颜色筛选</translation>
    </message>
    <message>
        <source>signal find</source>
        <translation>信号查找</translation>
    </message>
    <message>
        <source>signal-sad</source>
        <translation>signal-sad</translation>
    </message>
    <message>
        <source>signal-sad data</source>
        <translation>signal-sad 数据</translation>
    </message>
    <message>
        <source>signed</source>
        <translation>有符号</translation>
    </message>
    <message>
        <source>sums of more than 8,421,504 integers overflow; the queries have {}</source>
        <translation>超过 8,421,504 个整数的和会溢出；查询有 {} 个</translation>
    </message>
    <message>
        <source>the BMP header does not state where its pixels begin</source>
        <translation>BMP 文件头没有指明像素从何处开始</translation>
    </message>
    <message>
        <source>the BMP header says {} x {} pixels</source>
        <translation>BMP 文件头的尺寸为 {} x {} 像素</translation>
    </message>
    <message>
        <source>the CUDA driver supports version {}, but this engine needs {}</source>
        <translation>CUDA 驱动程序支持版本 {}，而此引擎需要 {}</translation>
    </message>
    <message>
        <source>the JPEG file does not state its size</source>
        <translation>JPEG 文件没有给出尺寸</translation>
    </message>
    <message>
        <source>the JPEG file has no picture data</source>
        <translation>JPEG 文件没有图片数据</translation>
    </message>
    <message>
        <source>the JPEG file is damaged at byte {}: a segment has no length</source>
        <translation>JPEG 文件在第 {} 字节处损坏：某段没有长度</translation>
    </message>
    <message>
        <source>the JPEG file is damaged at byte {}: a marker is missing</source>
        <translation>JPEG 文件在第 {} 字节处损坏：该处缺少标记</translation>
    </message>
    <message>
        <source>the JPEG header says {} x {} pixels</source>
        <translation>JPEG 文件头的尺寸为 {} x {} 像素</translation>
    </message>
    <message>
        <source>the PNG file does not begin with its header</source>
        <translation>PNG 文件不是以文件头开始</translation>
    </message>
    <message>
        <source>the PNG file has no picture data</source>
        <translation>PNG 文件没有图片数据</translation>
    </message>
    <message>
        <source>the PNG file is damaged at byte {}: a checksum is wrong</source>
        <translation>PNG 文件在第 {} 字节处损坏：校验和错误</translation>
    </message>
    <message>
        <source>the PNG header says colour type {} with {} bits, which is invalid</source>
        <translation>PNG 文件头给出颜色类型 {}、{} 位，这是无效的</translation>
    </message>
    <message>
        <source>the PNG header says {} x {} pixels</source>
        <translation>PNG 文件头的尺寸为 {} x {} 像素</translation>
    </message>
    <message>
        <source>the TIFF file has no picture data</source>
        <translation>TIFF 文件没有图片数据</translation>
    </message>
    <message>
        <source>the TIFF header says {} x {} pixels</source>
        <translation>TIFF 文件头的尺寸为 {} x {} 像素</translation>
    </message>
    <message>
        <source>the WebP file does not begin with a picture</source>
        <translation>WebP 文件不是以图片开始</translation>
    </message>
    <message>
        <source>the WebP header has a wrong signature</source>
        <translation>WebP 文件头的签名错误</translation>
    </message>
    <message>
        <source>the WebP header says {} x {} pixels</source>
        <translation>WebP 文件头的尺寸为 {} x {} 像素</translation>
    </message>
    <message>
        <source>the GPU generates its own data (cuRAND), or gets the host&apos;s</source>
        <translation>GPU 自行生成数据（cuRAND），或使用主机的数据</translation>
    </message>
    <message>
        <source>the decoder says: {}</source>
        <translation>解码器提示：{}</translation>
    </message>
    <message>
        <source>the reference implementation: plain, sequential, slow</source>
        <translation>参考实现：朴素、顺序、缓慢</translation>
    </message>
    <message>
        <source>the device does not report its properties</source>
        <translation>设备没有报告其属性</translation>
    </message>
    <message>
        <source>the fast search on a GPU</source>
        <translation>在 GPU 上的快速搜索</translation>
    </message>
    <message>
        <source>the fast search on all cores, with OpenMP</source>
        <translation>在所有核心上的快速搜索，使用 OpenMP</translation>
    </message>
    <message>
        <source>the fast search on all cores, with Espy&apos;s own threads</source>
        <translation>在所有核心上的快速搜索，使用 Espy 自己的线程</translation>
    </message>
    <message>
        <source>the fast search on one core</source>
        <translation>在单个核心上的快速搜索</translation>
    </message>
    <message>
        <source>the file ends before the ENDHDR line</source>
        <translation>文件在 ENDHDR 行之前结束</translation>
    </message>
    <message>
        <source>the file ends before the {}</source>
        <translation>文件在“{}”之前结束</translation>
    </message>
    <message>
        <source>the file ends in the {}</source>
        <translation>文件在“{}”中间结束</translation>
    </message>
    <message>
        <source>the file has further pages, which were not read</source>
        <translation>文件还有其他页面，未读取</translation>
    </message>
    <message>
        <source>the flag plane has {} x {} pixels and the picture {} x {}</source>
        <translation>标志平面为 {} x {} 像素，而图片为 {} x {}</translation>
    </message>
    <message>
        <source>the flag plane must be a grey picture of 8 bits</source>
        <translation>标志平面须为 8 位灰度图片</translation>
    </message>
    <message>
        <source>the GPU failed: {}: {} ({})</source>
        <translation>GPU 出错：{}：{}（{}）</translation>
    </message>
    <message>
        <source>the GPU does not have enough free memory</source>
        <translation>GPU 可用内存不足</translation>
    </message>
    <message>
        <source>the GPU can search at most 2,147,483,647 samples, not {}</source>
        <translation>GPU 最多搜索 2,147,483,647 个采样值，而不是 {} 个</translation>
    </message>
    <message>
        <source>the GPU cannot be used after an earlier error; restart the program to use it again</source>
        <translation>GPU 在先前出错后无法使用；重新启动程序后可再次使用</translation>
    </message>
    <message>
        <source>the test&apos;s limit on GPU memory blocks was exceeded</source>
        <translation>超过了测试对 GPU 内存块的限制</translation>
    </message>
    <message>
        <source>the header has no {} line</source>
        <translation>文件头没有 {} 行</translation>
    </message>
    <message>
        <source>the header has two {} lines</source>
        <translation>文件头有两个 {} 行</translation>
    </message>
    <message>
        <source>the header is longer than {} bytes</source>
        <translation>文件头超过 {} 字节</translation>
    </message>
    <message>
        <source>the mask is a colour picture, but must be grey</source>
        <translation>蒙版是彩色图片，但须为灰度</translation>
    </message>
    <message>
        <source>the mask is {} x {} pixels, but the needle is {} x {}</source>
        <translation>蒙版为 {} x {} 像素，而查找图为 {} x {}</translation>
    </message>
    <message>
        <source>costs of intervals close to each other differ by more than 65,534; use 32 bits</source>
        <translation>相邻区间的代价相差超过 65,534；请使用 32 位</translation>
    </message>
    <message>
        <source>costs may exceed 2^28; use floating point</source>
        <translation>代价可能超过 2^28；请使用浮点数</translation>
    </message>
    <message>
        <source>there is no interval</source>
        <translation>没有区间</translation>
    </message>
    <message>
        <source>{} GPUs: {} to {}</source>
        <translation>{} 个 GPU：{} 至 {}</translation>
    </message>
    <message>
        <source>{} factors for {} points</source>
        <translation>{} 个因子对应 {} 个点</translation>
    </message>
    <message>
        <source>factors need more than 16 bits</source>
        <translation>因子需要多于 16 位</translation>
    </message>
    <message>
        <source>a table of {} points needs {} bytes; at most {} points fit into {}</source>
        <translation>{} 个点的表需要 {} 字节；最多 {} 个点可放入 {} 字节</translation>
    </message>
    <message>
        <source>{} costs of pairs for {} points</source>
        <translation>{} 个点对代价对应 {} 个点</translation>
    </message>
    <message>
        <source>a polygon has at least three corners</source>
        <translation>多边形至少有三个角</translation>
    </message>
    <message>
        <source>there is no matrix to multiply</source>
        <translation>没有可相乘的矩阵</translation>
    </message>
    <message>
        <source>a matrix has no row or no column</source>
        <translation>有矩阵没有行或没有列</translation>
    </message>
    <message>
        <source>these matrices may need 2^53 multiplications or more</source>
        <translation>这些矩阵可能需要 2^53 次或更多乘法</translation>
    </message>
    <message>
        <source>the needle has no outline of {} pixels or more; give it transparent pixels or a mask, or a picture with clear edges</source>
        <translation>查找图没有 {} 像素或更长的轮廓；请提供透明像素、蒙版或边缘清晰的图</translation>
    </message>
    <message>
        <source>the bend must be more than 0 and at most 1</source>
        <translation>弯曲度必须大于 0 且不超过 1</translation>
    </message>
    <message>
        <source>outlines are between pixels already</source>
        <translation>轮廓已经是亚像素的</translation>
    </message>
    <message>
        <source>outlines may always be partly hidden, in any contrast</source>
        <translation>轮廓总可以部分被遮挡，对比度任意</translation>
    </message>
    <message>
        <source>angles are from -360 to 360 degrees, scales from 0.01 to 100, the first no larger than the last</source>
        <translation>角度为 -360 到 360 度，比例为 0.01 到 100，且前者不大于后者</translation>
    </message>
    <message>
        <source>contours of the picture are compared with parts of the outline</source>
        <translation>将图像的轮廓线与目标轮廓的各部分比较</translation>
    </message>
    <message>
        <source>outlines are searched by the processor</source>
        <translation>轮廓由处理器查找</translation>
    </message>
    <message>
        <source>a point of the outline is not a number</source>
        <translation>轮廓中有点不是数字</translation>
    </message>
    <message>
        <source>a table of n x n distances needs between 2 and n - 1 neighbours</source>
        <translation>n x n 的距离表需要 2 到 n - 1 个邻居</translation>
    </message>
    <message>
        <source>an outline has at least three different points</source>
        <translation>轮廓至少有三个不同的点</translation>
    </message>
    <message>
        <source>the minimum score is not a number</source>
        <translation>最低得分不是数字</translation>
    </message>
    <message>
        <source>the naming &quot;{}&quot; {}</source>
        <translation>命名“{}”{}</translation>
    </message>
    <message>
        <source>the needle has no opaque pixel</source>
        <translation>查找图没有不透明的像素</translation>
    </message>
    <message>
        <source>the needle has one colour only, which zncc cannot compare; use sad or ssd</source>
        <translation>查找图只有一种颜色，zncc 无法比较；请使用 sad 或 ssd</translation>
    </message>
    <message>
        <source>the needle is empty</source>
        <translation>查找图为空</translation>
    </message>
    <message>
        <source>the needle is larger than the picture: there are no scores</source>
        <translation>查找图大于图片：没有得分</translation>
    </message>
    <message>
        <source>{} needles, the first of them {}, are larger than this image ({} x {} pixels)</source>
        <translation>{} 个查找图（首个为 {}）大于此图像（{} x {} 像素）</translation>
    </message>
    <message>
        <source>the needle {} ({} x {} pixels) is larger than this image ({} x {} pixels)</source>
        <translation>查找图 {}（{} x {} 像素）大于此图像（{} x {} 像素）</translation>
    </message>
    <message>
        <source>all needles of the index are larger than this image ({} x {} pixels)</source>
        <translation>索引的全部查找图都大于此图像（{} x {} 像素）</translation>
    </message>
    <message>
        <source>the number of runs is less than 1</source>
        <translation>运行次数小于 1</translation>
    </message>
    <message>
        <source>the number of runs is negative</source>
        <translation>运行次数为负</translation>
    </message>
    <message>
        <source>the picture is held by {}</source>
        <translation>图片由 {} 保存</translation>
    </message>
    <message>
        <source>the queries are longer than the data</source>
        <translation>查询比数据长</translation>
    </message>
    <message>
        <source>the queries take {} bytes, but the constant memory of a GPU has {}</source>
        <translation>查询需要 {} 字节，而 GPU 的常量内存只有 {} 字节</translation>
    </message>
    <message>
        <source>the raster ends after {} of {} bytes</source>
        <translation>光栅数据在第 {} 字节处结束（应有 {} 字节）</translation>
    </message>
    <message>
        <source>the raster ends after {} of {} samples</source>
        <translation>光栅数据在第 {} 个采样值处结束（应有 {} 个）</translation>
    </message>
    <message>
        <source>the raster has {} bytes, which cannot hold {} samples</source>
        <translation>光栅数据有 {} 字节，容纳不下 {} 个采样值</translation>
    </message>
    <message>
        <source>the summary</source>
        <translation>汇总</translation>
    </message>
    <message>
        <source>the system started only {} of {} threads: {}</source>
        <translation>系统只启动了 {} 个线程（共需 {} 个）：{}</translation>
    </message>
    <message>
        <source>the three passes as plain GPU kernels, for study</source>
        <translation>以朴素的 GPU 内核执行三遍处理，供学习</translation>
    </message>
    <message>
        <source>the tolerance is negative</source>
        <translation>容差为负</translation>
    </message>
    <message>
        <source>the tolerance must not be negative, but is {}</source>
        <translation>容差不能为负，但现为 {}</translation>
    </message>
    <message>
        <source>the {} file does not state its size</source>
        <translation>{} 文件没有给出尺寸</translation>
    </message>
    <message>
        <source>the {} file is cut short after {}</source>
        <translation>{} 文件在 {} 之后被截断</translation>
    </message>
    <message>
        <source>the {} is 0, but must be at least 1</source>
        <translation>{}为 0，但至少须为 1</translation>
    </message>
    <message>
        <source>the {} {} does not fit in 63 bits</source>
        <translation>{} {} 超出 63 位</translation>
    </message>
    <message>
        <source>there is a CUDA driver, but no device</source>
        <translation>有 CUDA 驱动程序，但没有设备</translation>
    </message>
    <message>
        <source>there is no engine named {}; the engines are {}</source>
        <translation>没有名为 {} 的引擎；可用的有 {}</translation>
    </message>
    <message>
        <source>there is no engine {}</source>
        <translation>没有引擎 {}</translation>
    </message>
    <message>
        <source>there is no experiment {}; the experiments are {}</source>
        <translation>没有实验 {}；已有的实验为 {}</translation>
    </message>
    <message>
        <source>there is no image to search</source>
        <translation>没有要搜索的图片</translation>
    </message>
    <message>
        <source>there is no needle to find</source>
        <translation>没有要查找的查找图</translation>
    </message>
    <message>
        <source>there is nothing to measure</source>
        <translation>没有可测量的内容</translation>
    </message>
    <message>
        <source>only one thread may be used</source>
        <translation>只能使用一个线程</translation>
    </message>
    <message>
        <source>the samples of the queries must form one or more whole queries</source>
        <translation>查询的采样值须构成一个或多个完整的查询</translation>
    </message>
    <message>
        <source>this build has no OpenMP</source>
        <translation>此程序不含 OpenMP</translation>
    </message>
    <message>
        <source>this build has no such kernels</source>
        <translation>此版本没有这些内核</translation>
    </message>
    <message>
        <source>this engine has no exact find</source>
        <translation>此引擎没有精确查找</translation>
    </message>
    <message>
        <source>this engine has no flag plane</source>
        <translation>此引擎没有标志平面</translation>
    </message>
    <message>
        <source>this engine has no marking</source>
        <translation>此引擎没有标记功能</translation>
    </message>
    <message>
        <source>this picture is not held by engine cuda</source>
        <translation>此图片不是由引擎 cuda 保存的</translation>
    </message>
    <message>
        <source>this picture is read-only; paint on a copy of it</source>
        <translation>此图片只读：请在副本上绘制</translation>
    </message>
    <message>
        <source>this processor lacks SSE 4.2, which Espy needs</source>
        <translation>此处理器不支持 Espy 所需的 SSE 4.2</translation>
    </message>
    <message>
        <source>this build does not have {} on this processor; it has {}</source>
        <translation>此构建在此处理器上没有 {}；它有 {}</translation>
    </message>
    <message>
        <source>thousands of pixels: 1049 is 1024 x 1024, 7078 is 3072 x 2304, 41472 is 7680 x 5400</source>
        <translation>千像素：1049 为 1024 x 1024，7078 为 3072 x 2304，41472 为 7680 x 5400</translation>
    </message>
    <message>
        <source>threads of OpenMP</source>
        <translation>OpenMP 的线程数</translation>
    </message>
    <message>
        <source>threads of a block on the GPU, a multiple of 32</source>
        <translation>GPU 上每个线程块的线程数，须为 32 的倍数</translation>
    </message>
    <message>
        <source>tuple type {} is unknown and was read as {}</source>
        <translation>元组类型 {} 未知，按{}处理</translation>
    </message>
    <message>
        <source>tuple type {} needs DEPTH {}, but it is {}</source>
        <translation>元组类型 {} 需要 DEPTH {}，但其值为 {}</translation>
    </message>
    <message>
        <source>tuple type {} needs MAXVAL 1, but it is {}</source>
        <translation>元组类型 {} 需要 MAXVAL 1，但其值为 {}</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>未知错误</translation>
    </message>
    <message>
        <source>unusual</source>
        <translation>不常见的</translation>
    </message>
    <message>
        <source>values in a query</source>
        <translation>每个查询的值数</translation>
    </message>
    <message>
        <source>values in the signal</source>
        <translation>信号的值数</translation>
    </message>
    <message>
        <source>was cut short while it was read</source>
        <translation>在读取过程中被截断</translation>
    </message>
    <message>
        <source>was changed while it was read, up to frame {}</source>
        <translation>在读取过程中被更改，已读到第 {} 帧</translation>
    </message>
    <message>
        <source>whether a GPU pays off changes {} times between {} and {}</source>
        <translation>在 {2} 与 {3} 之间，使用 GPU 是否划算变化了 {1} 次</translation>
    </message>
    <message>
        <source>which of the six works</source>
        <translation>六项任务中的哪一项</translation>
    </message>
    <message>
        <source>whole numbers 0..99, or floats in [0, 1)</source>
        <translation>整数 0..99，或 [0, 1) 内的浮点数</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>zncc cannot weight pixels; weights are for sad and ssd</source>
        <translation>zncc 不能给像素加权；权重用于 sad 和 ssd</translation>
    </message>
    <message>
        <source>{} (a comment directly follows a number: the digits after the comment belong to the number)</source>
        <translation>{}（注释紧跟在数字之后：注释后的数字属于该数）</translation>
    </message>
    <message>
        <source>{} and {}: only one parameter can be swept at a time</source>
        <translation>{} 和 {}：一次只能扫描一个参数</translation>
    </message>
    <message>
        <source>{} belongs to Espy {}, but this is {}</source>
        <translation>{} 属于 Espy {}，而当前为 {}</translation>
    </message>
    <message>
        <source>{} belongs to another version of Espy</source>
        <translation>{} 属于 Espy 的另一版本</translation>
    </message>
    <message>
        <source>{} bytes</source>
        <translation>{} 个字节</translation>
    </message>
    <message>
        <source>{} bytes a pixel are more than the {} that are read</source>
        <translation>每像素 {} 字节，超过可读取的 {} 字节</translation>
    </message>
    <message>
        <source>{} bytes after the first picture were not read</source>
        <translation>第一张图片之后有 {} 个字节未读取</translation>
    </message>
    <message>
        <source>{} bytes after its picture data were not read</source>
        <translation>图片数据之后有 {} 个字节未读取</translation>
    </message>
    <message>
        <source>{} channels are more than 63 bits can count</source>
        <translation>{} 个通道超出 63 位可计数的范围</translation>
    </message>
    <message>
        <source>{} failed, and others did its work: {}</source>
        <translation>{} 已失败，其工作由其他引擎完成：{}</translation>
    </message>
    <message>
        <source>{} follows ENDHDR</source>
        <translation>ENDHDR 之后出现 {}</translation>
    </message>
    <message>
        <source>{} follows P7, where a new line is required</source>
        <translation>P7 之后出现 {}，但须为换行</translation>
    </message>
    <message>
        <source>{} follows P{}, where whitespace is required</source>
        <translation>P{2} 之后出现 {1}，但须为空白</translation>
    </message>
    <message>
        <source>{} has compute capability {}, but 7.5 is required</source>
        <translation>{} 的计算能力为 {}，至少需要 7.5</translation>
    </message>
    <message>
        <source>{} has no number</source>
        <translation>{} 没有数字</translation>
    </message>
    <message>
        <source>{} has no parameter {}; the parameters are {}</source>
        <translation>{} 没有参数 {}；可用的参数有 {}</translation>
    </message>
    <message>
        <source>{} is not a line of a PAM header</source>
        <translation>{} 不是 PAM 文件头中的行</translation>
    </message>
    <message>
        <source>{} is not an Espy plug-in</source>
        <translation>{} 不是 Espy 的插件</translation>
    </message>
    <message>
        <source>{} is where the {} should be</source>
        <translation>{} 出现在应为“{}”的位置</translation>
    </message>
    <message>
        <source>{} is {}, not a number</source>
        <translation>{} 为 {}，不是数字</translation>
    </message>
    <message>
        <source>{} iterations, {} in one pass over memory</source>
        <translation>{} 次迭代，每遍内存访问 {} 次</translation>
    </message>
    <message>
        <source>{} megapixels</source>
        <translation>{} 百万像素</translation>
    </message>
    <message>
        <source>{} megapixels are enough work for {} threads</source>
        <translation>{} 百万像素的工作量足够 {} 个线程使用</translation>
    </message>
    <message>
        <source>{} of its {} channels were left out</source>
        <translation>其通道中有 {} 个被略去（共 {} 个）</translation>
    </message>
    <message>
        <source>{} of picture data cannot hold {} x {} pixels</source>
        <translation>{}图片数据容纳不下 {} x {} 像素</translation>
    </message>
    <message>
        <source>{} of runs cannot fill {} x {} pixels</source>
        <translation>{}行程数据填不满 {} x {} 像素</translation>
    </message>
    <message>
        <source>{} on {} threads</source>
        <translation>{}（{} 个线程）</translation>
    </message>
    <message>
        <source>{} or {}</source>
        <translation>{} 或 {}</translation>
    </message>
    <message>
        <source>{} ran instead</source>
        <translation>{} 代替它运行</translation>
    </message>
    <message>
        <source>{} threads</source>
        <translation>{} 个线程</translation>
    </message>
    <message>
        <source>{} values do not make a picture of {} x {} pixels</source>
        <translation>{} 个值不构成 {} x {} 像素的图片</translation>
    </message>
    <message>
        <source>{} x {} pixels are more than the {} allowed</source>
        <translation>{} x {} 像素超过允许的 {} 像素</translation>
    </message>
    <message>
        <source>{} x {} pixels of {} bytes are more than 63 bits can count</source>
        <translation>{} x {} 像素、每像素 {} 字节，超出 63 位可计数的范围</translation>
    </message>
    <message>
        <source>{} x {} x {} samples in {} channels need {} MB; this machine has {}</source>
        <translation>{} x {} x {} 个采样、{} 个通道需要 {} MB；本机有 {}</translation>
    </message>
    <message>
        <source>{} {} times</source>
        <translation>{} 增至 {} 倍</translation>
    </message>
    <message>
        <source>{}, but the module for it cannot be loaded: {}: {}</source>
        <translation>{}，但无法加载其模块：{}：{}</translation>
    </message>
    <message>
        <source>{}, but the module for it is not in ESPY_MODULE_DIR, {}</source>
        <translation>{}，但其模块不在 ESPY_MODULE_DIR（{}）中</translation>
    </message>
    <message>
        <source>{}, {} GiB, driver for CUDA {}</source>
        <translation>{}，{} GiB，CUDA {} 驱动程序</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; has an invalid value</source>
        <translation>{}：“{}”的值无效</translation>
    </message>
    <message>
        <source>{}: the size of a mask differs from that of its needle</source>
        <translation>{}：某个蒙版与其查找图大小不同</translation>
    </message>
    <message>
        <source>{}: cannot make this folder: {}</source>
        <translation>{}：无法创建此文件夹：{}</translation>
    </message>
    <message>
        <source>{}: cannot write into {}: {}</source>
        <translation>{}：无法写入 {}：{}</translation>
    </message>
    <message>
        <source>{}: has no default sweep; give values separated by commas</source>
        <translation>{}：没有默认的扫描范围；请用逗号分隔给出各值</translation>
    </message>
    <message>
        <source>{}: is a folder</source>
        <translation>{}：是文件夹</translation>
    </message>
    <message>
        <source>{}: must be a whole number from {} to {}, not {}</source>
        <translation>{}：须为 {} 到 {} 的整数，不能是 {}</translation>
    </message>
    <message>
        <source>{}: is missing</source>
        <translation>{}：缺失</translation>
    </message>
    <message>
        <source>{}: is not a file that can be read more than once</source>
        <translation>{}：不是可多次读取的文件</translation>
    </message>
    <message>
        <source>{}: must be one of {}, not {}</source>
        <translation>{}：须为 {} 之一，不能是 {}</translation>
    </message>
    <message>
        <source>{}: is an input of this batch and is not overwritten; choose another folder or naming</source>
        <translation>{}：是此批处理的输入，不会被覆盖；请换用其他文件夹或命名</translation>
    </message>
    <message>
        <source>{}: is the {}; choose another name</source>
        <translation>{}：是{}；请选择其他名称</translation>
    </message>
    <message>
        <source>{}: preparing this point takes longer than {} s; use a smaller value or more patience</source>
        <translation>{}：准备此点超过 {} 秒；请选择较小的值，或延长耐心时限</translation>
    </message>
    <message>
        <source>{}: was written by a later version of Espy</source>
        <translation>{}：由更新版本的 Espy 写入</translation>
    </message>
    <message>
        <source>{}: whether a GPU pays off cannot be measured here ({}).</source>
        <translation>{}：此处无法测量使用 GPU 是否划算（{}）。</translation>
    </message>
    <message>
        <source>{}: whether a GPU pays off cannot be measured here.</source>
        <translation>{}：此处无法测量使用 GPU 是否划算。</translation>
    </message>
    <message>
        <source>{}: {} and {} would both be written under this name; a naming with {number} keeps them apart</source>
        <translation>{}：{} 和 {} 会以同一名称写入；使用带 {number} 的命名可区分它们</translation>
    </message>
    <message>
        <source>{}: {} is not a folder</source>
        <translation>{}：{} 不是文件夹</translation>
    </message>
    <message>
        <source>{}: {}, transfers included.</source>
        <translation>{}：{}，包括数据传输。</translation>
    </message>
    <message>
        <source>{}; from about {} it does</source>
        <translation>{}；约从 {} 起划算</translation>
    </message>
    <message>
        <source>{}; the endings are {}</source>
        <translation>{}；可用的扩展名有 {}</translation>
    </message>
    <message>
        <source>exact finds needles in quarter turns and mirrored; for other angles and scales use zncc, ssd or sad</source>
        <translation>exact 只查找旋转 90 度倍数和镜像的图样；其他角度和缩放请用 zncc、ssd 或 sad</translation>
    </message>
    <message>
        <source>inverted contrast is for zncc; sad and ssd compare the values themselves</source>
        <translation>反转对比度只用于 zncc；sad 和 ssd 直接比较数值</translation>
    </message>
    <message>
        <source>more than {} positions and poses reach the score {}; raise the minimum score</source>
        <translation>超过 {} 个位置和姿态达到得分 {}；请提高最低得分</translation>
    </message>
    <message>
        <source>pose find</source>
        <translation>姿态查找</translation>
    </message>
    <message>
        <source>poses are compared on the processor, which cannot read a picture that only a GPU holds</source>
        <translation>姿态在处理器上比较，而它无法读取只保存在 GPU 上的图片</translation>
    </message>
    <message>
        <source>the angles from {} to {} are not all within -360 and 360 degrees</source>
        <translation>从 {} 到 {} 的角度不都在 -360 到 360 度之间</translation>
    </message>
    <message>
        <source>the angles from {} to {} are not numbers</source>
        <translation>从 {} 到 {} 的角度不是数字</translation>
    </message>
    <message>
        <source>the scales from {} to {} are not all within 0.01 and 100</source>
        <translation>从 {} 到 {} 的缩放不都在 0.01 到 100 之间</translation>
    </message>
    <message>
        <source>the scales from {} to {} are not numbers</source>
        <translation>从 {} 到 {} 的缩放不是数字</translation>
    </message>
    <message>
        <source>the step of angles must not be below 0, but is {}</source>
        <translation>角度步长不能小于 0，但现为 {}</translation>
    </message>
    <message>
        <source>the step of scales must not be below 0, but is {}</source>
        <translation>缩放步长不能小于 0，但现为 {}</translation>
    </message>
    <message>
        <source>there are no angles from {} to {}: the first is larger</source>
        <translation>没有从 {} 到 {} 的角度：第一个更大</translation>
    </message>
    <message>
        <source>there are no scales from {} to {}: the first is larger</source>
        <translation>没有从 {} 到 {} 的缩放：第一个更大</translation>
    </message>
    <message>
        <source>these angles and scales give {} poses of a needle of {} x {} pixels, more than the limit of {}; use larger steps</source>
        <translation>这些角度和缩放共产生 {} 个姿态（图样 {} x {} 像素），超过上限 {} 个；请用更大的步长</translation>
    </message>
    <message>
        <source>{}: is not a regular file</source>
        <translation>{}：不是普通文件</translation>
    </message>
    <message>
        <source>the visible share {} of a needle must be above 0 and at most 1</source>
        <translation>查找图的可见比例 {} 须大于 0 且不超过 1</translation>
    </message>
    <message>
        <source>the step {} is finer than a millionth, the resolution of angles and scales</source>
        <translation>步长 {} 小于百万分之一，而角度和缩放只精确到百万分之一</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>无法分配内存</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是一个文件夹</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有那个文件或文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>资源暂时不可用</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>程序文件正在使用</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接层数过多</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>blocks of {} x {} correlated by FFT of {} x {} tiles</source>
        <translation>{} x {} 的块以 {} x {} 图块的 FFT 求相关</translation>
    </message>
    <message>
        <source>compared at every pixel of the scene by a kernel that writes flags</source>
        <translation>由写入标志的核函数在场景的每个像素处比较</translation>
    </message>
    <message>
        <source>compared at every position</source>
        <translation>在每个位置比较</translation>
    </message>
    <message>
        <source>correlated by FFT of {} x {} tiles</source>
        <translation>以 {} x {} 图块的 FFT 求相关</translation>
    </message>
    <message>
        <source>correlated by FFT of {} x {} tiles, needles in pieces</source>
        <translation>以 {} x {} 图块的 FFT 求相关，查找图分块</translation>
    </message>
    <message>
        <source>correlated directly, {} x {} tiles</source>
        <translation>直接求相关，图块 {} x {}</translation>
    </message>
    <message>
        <source>differences of four bytes at once</source>
        <translation>一次计算四个字节的差</translation>
    </message>
    <message>
        <source>differences at positions that block averages do not prune</source>
        <translation>块均值未排除的位置的差</translation>
    </message>
    <message>
        <source>each of {} poses separately</source>
        <translation>{} 个姿态逐一搜索</translation>
    </message>
    <message>
        <source>enough matches reach 0.9</source>
        <translation>已有足够的匹配达到 0.9</translation>
    </message>
    <message>
        <source>every pixel of every window, until one differs</source>
        <translation>逐窗口逐像素，直到出现差异</translation>
    </message>
    <message>
        <source>every pose at every position</source>
        <translation>每个位置的每个姿态</translation>
    </message>
    <message>
        <source>every sample of every window</source>
        <translation>每个窗口的每个样本</translation>
    </message>
    <message>
        <source>every sample of every window that may reach the minimum</source>
        <translation>可能达到最低分的窗口的每个样本</translation>
    </message>
    <message>
        <source>every sample of every window, in 128 bits</source>
        <translation>每个窗口的每个样本，用 128 位</translation>
    </message>
    <message>
        <source>hashed every window</source>
        <translation>对每个窗口求哈希</translation>
    </message>
    <message>
        <source>joined bit planes of {} parts</source>
        <translation>合并 {} 个部分的位平面</translation>
    </message>
    <message>
        <source>averages of {} x {} blocks</source>
        <translation>{} x {} 块的均值</translation>
    </message>
    <message>
        <source>products and windows on tensor cores</source>
        <translation>张量核心上的乘积与窗口</translation>
    </message>
    <message>
        <source>products of upper and lower bytes on tensor cores, windows summed</source>
        <translation>张量核心上高低字节的乘积，窗口求和</translation>
    </message>
    <message>
        <source>products on tensor cores, windows summed</source>
        <translation>张量核心上的乘积，窗口求和</translation>
    </message>
    <message>
        <source>products on tensor cores, windows summed once for several needles</source>
        <translation>张量核心上的乘积，多个查找图共用一次窗口求和</translation>
    </message>
    <message>
        <source>read every pixel once through row and column automata</source>
        <translation>通过行列自动机将每个像素读一遍</translation>
    </message>
    <message>
        <source>sampled one pixel in {} of one row in {} for {} run of {} pixel</source>
        <translation>每 {2} 行取一行、每 {1} 像素取一个，查找 {3} 段 {4} 像素的序列</translation>
    </message>
    <message>
        <source>sampled one pixel in {} of one row in {} for {} run of {} pixels</source>
        <translation>每 {2} 行取一行、每 {1} 像素取一个，查找 {3} 段 {4} 像素的序列</translation>
    </message>
    <message>
        <source>sampled one pixel in {} of one row in {} for {} runs of {} pixel</source>
        <translation>每 {2} 行取一行、每 {1} 像素取一个，查找 {3} 段 {4} 像素的序列</translation>
    </message>
    <message>
        <source>sampled one pixel in {} of one row in {} for {} runs of {} pixels</source>
        <translation>每 {2} 行取一行、每 {1} 像素取一个，查找 {3} 段 {4} 像素的序列</translation>
    </message>
    <message>
        <source>compared at every position, the most selective pixels first</source>
        <translation>在每个位置比较，最具区分力的像素优先</translation>
    </message>
    <message>
        <source>{} poses, coarse to fine from 1/{}</source>
        <translation>{} 个姿态，从 1/{} 由粗到细</translation>
    </message>
    <message>
        <source>{} poses, coarse to fine from 1/{}, sums on the GPU</source>
        <translation>{} 个姿态，从 1/{} 由粗到细，在 GPU 上求和</translation>
    </message>
    <message>
        <source>{}, and only those rows were transferred</source>
        <translation>{}，仅传输了这些行</translation>
    </message>
    <message>
        <source>{}: a mask is not 8-bit grey</source>
        <translation>{}：蒙版不是 8 位灰度</translation>
    </message>
    <message>
        <source>a click refers to picture {} of {}</source>
        <translation>有一次点击位于第 {} 幅图，共 {} 幅</translation>
    </message>
    <message>
        <source>a decay must be from 0 to 1000000</source>
        <translation>衰减须在 0 到 1000000 之间</translation>
    </message>
    <message>
        <source>a match at {},{} does not lie in its picture of {} x {}</source>
        <translation>位于 {},{} 的匹配不在其 {} x {} 的图片内</translation>
    </message>
    <message>
        <source>a network has {} layers; it must be 1 to {}</source>
        <translation>网络有 {} 层；必须是 1 到 {} 层</translation>
    </message>
    <message>
        <source>a network needs at least one input</source>
        <translation>网络至少需要一个输入</translation>
    </message>
    <message>
        <source>a network of this shape has {} weights, {} biases and {} readout weights, not {}, {} and {}</source>
        <translation>这种形状的网络有 {} 个权重、{} 个偏置和 {} 个读出权重，而不是 {}、{} 和 {}</translation>
    </message>
    <message>
        <source>a network of {} layers with {} inputs is too large</source>
        <translation>{} 层、{} 个输入的网络太大</translation>
    </message>
    <message>
        <source>each output of a network sees {} neighbours; it must be an odd number up to {}</source>
        <translation>网络的输出看到 {} 个邻居；必须是不超过 {} 的奇数</translation>
    </message>
    <message>
        <source>a number of a sample is not finite, or beyond 10^15</source>
        <translation>样本中有一个数不是有限的，或超过 10^15</translation>
    </message>
    <message>
        <source>a number of the network is not finite, or beyond 10^15</source>
        <translation>网络中有一个数不是有限的，或超过 10^15</translation>
    </message>
    <message>
        <source>a rate must be from 0 to 1000000</source>
        <translation>速率须在 0 到 1000000 之间</translation>
    </message>
    <message>
        <source>a step needs at least one sample, and the number of rounds must not be negative</source>
        <translation>每一步至少需要一个样本，且轮数不能为负</translation>
    </message>
    <message>
        <source>each click needs at least one copy</source>
        <translation>每次点击至少需要一份副本</translation>
    </message>
    <message>
        <source>in round {} the network&apos;s weights grew without bounds; a smaller rate may help</source>
        <translation>在第 {} 轮，网络的权重无限增长；较小的速率可能有用</translation>
    </message>
    <message>
        <source>momentum and spread must be at least 0 and less than 1</source>
        <translation>动量和散布须至少为 0 且小于 1</translation>
    </message>
    <message>
        <source>network rate</source>
        <translation>网络评分</translation>
    </message>
    <message>
        <source>network run</source>
        <translation>网络运行</translation>
    </message>
    <message>
        <source>network train</source>
        <translation>网络训练</translation>
    </message>
    <message>
        <source>no inputs are left after {} of {} layers</source>
        <translation>经过 {} 层（共 {} 层）后，没有剩余的输入</translation>
    </message>
    <message>
        <source>the importance of a click must be more than 0</source>
        <translation>点击的重要性必须大于 0</translation>
    </message>
    <message>
        <source>the importance of a sample must be from 0 to 1000000</source>
        <translation>样本的重要性须在 0 到 1000000 之间</translation>
    </message>
    <message>
        <source>the judge was learned for another needle</source>
        <translation>评判器是为另一个查找图学习的</translation>
    </message>
    <message>
        <source>the kind of a sample must be from 0 to 1</source>
        <translation>样本的类别须在 0 到 1 之间</translation>
    </message>
    <message>
        <source>the score of a match is not a finite number</source>
        <translation>某个匹配的得分不是有限的数</translation>
    </message>
    <message>
        <source>there are {} true matches and {} false ones to learn from; at least {} of each are needed</source>
        <translation>可供学习的有 {} 个真匹配和 {} 个假匹配；每种至少需要 {} 个</translation>
    </message>
    <message>
        <source>there are no samples to learn from</source>
        <translation>没有可供学习的样本</translation>
    </message>
    <message>
        <source>there must be one importance for each sample, or none</source>
        <translation>每个样本必须有一个重要性，或都没有</translation>
    </message>
    <message>
        <source>there must be one kind for each sample</source>
        <translation>每个样本必须有一个类别</translation>
    </message>
    <message>
        <source>{} inputs do not make a picture of {} columns</source>
        <translation>{} 个输入不能构成 {} 列的图片</translation>
    </message>
    <message>
        <source>{} numbers are not a whole number of samples of {}</source>
        <translation>{} 个数不能构成每个 {} 个数的完整样本</translation>
    </message>
    <message>
        <source>{}: cannot be read: {}</source>
        <translation>{}：无法读取：{}</translation>
    </message>
    <message>
        <source>{}: is not a judge file of `espy learn`</source>
        <translation>{}：不是 `espy learn` 写出的评判器文件</translation>
    </message>
    <message>
        <source>{}: is too large to be a judge</source>
        <translation>{}：太大，不可能是评判器</translation>
    </message>
    <message>
        <source>{}: the judge is damaged; learn it or copy it again</source>
        <translation>{}：评判器已损坏；必须重新学习或重新复制</translation>
    </message>
    <message>
        <source>{}: the judge has version {}; this Espy reads version {}</source>
        <translation>{}：评判器为版本 {}；此 Espy 读取版本 {}</translation>
    </message>
    <message>
        <source>{}: the judge was learned for another needle</source>
        <translation>{}：评判器是为另一个查找图学习的</translation>
    </message>
    <message>
        <source>A network of locally connected layers</source>
        <translation>由局部连接的层组成的网络</translation>
    </message>
    <message>
        <source>From {} to {} threads, with the same work for each thread, the times grew (ideal: 1): {}.</source>
        <translation>从 {} 个线程到 {} 个线程，每个线程工作量相同，时间的增长倍数（理想为 1）：{}。</translation>
    </message>
    <message>
        <source>From {} to {} threads, with the same total work, the times grew: {}.</source>
        <translation>从 {} 个线程到 {} 个线程，总工作量相同，时间的增长倍数：{}。</translation>
    </message>
    <message>
        <source>The fastest plain loop took {} times as long as Espy&apos;s own strategy.</source>
        <translation>最快的普通循环所用时间是 Espy 自身方法的 {} 倍。</translation>
    </message>
    <message>
        <source>The fastest plain loop took {} to {} times as long as Espy&apos;s own strategy.</source>
        <translation>最快的普通循环所用时间是 Espy 自身方法的 {} 到 {} 倍。</translation>
    </message>
    <message>
        <source>connections</source>
        <translation>个连接</translation>
    </message>
    <message>
        <source>inputs: a network of {} layers with {} inputs, and {} samples, take more than 4 GiB</source>
        <translation>inputs：{} 层、{} 个输入的网络和 {} 个样本需要超过 4 GiB</translation>
    </message>
    <message>
        <source>inputs: each layer is {} narrower than the one before; of {} inputs, {} layers leave nothing</source>
        <translation>inputs：每层比前一层窄 {}；{} 个输入经过 {} 层后什么也不剩</translation>
    </message>
    <message>
        <source>of the network</source>
        <translation>网络的</translation>
    </message>
    <message>
        <source>outputs that a thread takes at a time; 0: OpenMP&apos;s default</source>
        <translation>一个线程每次取的输出数；0：OpenMP 的默认值</translation>
    </message>
    <message>
        <source>sparse-network</source>
        <translation>sparse-network</translation>
    </message>
    <message>
        <source>that go through the network; the paper has one</source>
        <translation>通过网络的样本数；论文中为一个</translation>
    </message>
    <message>
        <source>the lab&apos;s kernels require networks without row padding</source>
        <translation>实验室的内核要求网络的行没有填充</translation>
    </message>
    <message>
        <source>with more threads: the same total work, or the same work for each</source>
        <translation>线程增多时：总工作量相同，或每个线程相同</translation>
    </message>
    <message>
        <source>bounds from bytes, and float sums where the bounds do not prune</source>
        <translation>先用字节求界，再对未被剪除处求浮点和</translation>
    </message>
    <message>
        <source>every query at every position, one after another</source>
        <translation>每个查询逐一与每个位置比较</translation>
    </message>
    <message>
        <source>layer by layer</source>
        <translation>逐层计算</translation>
    </message>
    <message>
        <source>layer by layer, weights shared by samples</source>
        <translation>逐层计算，多个样本共用权重</translation>
    </message>
    <message>
        <source>layers in a pipeline, weights in registers</source>
        <translation>各层组成流水线，权重存于寄存器</translation>
    </message>
    <message>
        <source>one sample at a time</source>
        <translation>一次一个样本</translation>
    </message>
    <message>
        <source>sample by sample</source>
        <translation>逐个样本</translation>
    </message>
    <message>
        <source>in parallel over samples, then over parameters</source>
        <translation>先对样本并行，再对参数并行</translation>
    </message>
    <message>
        <source>sums of several queries at several positions in the registers of each thread</source>
        <translation>每个线程的寄存器中同时累加多个查询在多个位置的和</translation>
    </message>
    <message>
        <source>samples as bytes, many positions and several queries at a time</source>
        <translation>样本按字节处理，同时计算许多位置和多个查询</translation>
    </message>
    <message>
        <source>unchanged samples, many positions and several queries at a time</source>
        <translation>样本按原样处理，同时计算许多位置和多个查询</translation>
    </message>
    <message>
        <source>{} layers at once, weights in registers</source>
        <translation>一次 {} 层，权重存于寄存器</translation>
    </message>
    <message>
        <source>{} samples for each weight loaded</source>
        <translation>每次载入的权重用于 {} 个样本</translation>
    </message>
    <message>
        <source>{}, all layers at once</source>
        <translation>{}，所有层一次完成</translation>
    </message>
    <message>
        <source>{}, row by row</source>
        <translation>{}，逐行</translation>
    </message>
    <message>
        <source>{}, tiles of rows through several layers</source>
        <translation>{}，行的分块穿过多层</translation>
    </message>
    <message>
        <source>&quot;outputs&quot; names no output</source>
        <translation>“outputs” 没有指定任何输出</translation>
    </message>
    <message>
        <source>&quot;flags_in_alpha&quot; needs &quot;marked&quot; in &quot;outputs&quot;</source>
        <translation>“flags_in_alpha” 需要 “outputs” 中的 “marked”</translation>
    </message>
    <message>
        <source>a judge is for one needle, not for {}</source>
        <translation>一个评判器只对应一个查找图，而不是 {} 个</translation>
    </message>
    <message>
        <source>an image has an empty name</source>
        <translation>有一个图像的名称为空</translation>
    </message>
    <message>
        <source>done on threads instead of {}: {}</source>
        <translation>由 threads 代替 {} 完成：{}</translation>
    </message>
    <message>
        <source>has a zero byte</source>
        <translation>含有零字节</translation>
    </message>
    <message>
        <source>is nested too deeply: {} levels</source>
        <translation>嵌套过深：{} 层</translation>
    </message>
    <message>
        <source>has no &quot;file&quot;</source>
        <translation>没有 “file”</translation>
    </message>
    <message>
        <source>is not valid JSON from byte {} on</source>
        <translation>从第 {} 字节起不是有效的 JSON</translation>
    </message>
    <message>
        <source>it has failed before</source>
        <translation>之前已多次失败</translation>
    </message>
    <message>
        <source>judged on threads instead: {}</source>
        <translation>改由 threads 评判：{}</translation>
    </message>
    <message>
        <source>must be a colour as #rrggbb, in hexadecimal</source>
        <translation>必须是十六进制颜色 #rrggbb</translation>
    </message>
    <message>
        <source>must be a list, [...]</source>
        <translation>必须是列表 [...]</translation>
    </message>
    <message>
        <source>must be a number from {} to {}</source>
        <translation>必须是 {} 到 {} 之间的数</translation>
    </message>
    <message>
        <source>must be a number, or &quot;A:B&quot; or &quot;A:B:STEP&quot; from {} to {}</source>
        <translation>必须是一个数，或 {} 到 {} 之间的 “A:B” 或 “A:B:STEP”</translation>
    </message>
    <message>
        <source>must be a string</source>
        <translation>必须是字符串</translation>
    </message>
    <message>
        <source>must be a whole number from {} to {}</source>
        <translation>必须是 {} 到 {} 之间的整数</translation>
    </message>
    <message>
        <source>must be a whole number, {} or more</source>
        <translation>必须是不小于 {} 的整数</translation>
    </message>
    <message>
        <source>must be an object, {&quot;{}&quot;: ...}; the keys are {}</source>
        <translation>必须是对象 {&quot;{}&quot;: ...}；可用的键有 {}</translation>
    </message>
    <message>
        <source>must be one of {}</source>
        <translation>必须是以下之一：{}</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必须是 true 或 false</translation>
    </message>
    <message>
        <source>shards need a journal: the merge reads it</source>
        <translation>分片需要日志：合并时要读取</translation>
    </message>
    <message>
        <source>the JSON lines</source>
        <translation>JSON 行</translation>
    </message>
    <message>
        <source>there is no key &quot;{}&quot;; the keys are {}</source>
        <translation>没有键“{}”；可用的键有 {}</translation>
    </message>
    <message>
        <source>there is no shard {} of {}; the first is 1</source>
        <translation>没有分片 {}/{}；第一个是 1</translation>
    </message>
    <message>
        <source>{}: outlines need two limits, the first below the last</source>
        <translation>{}：轮廓需要两个界限，第一个小于最后一个</translation>
    </message>
    <message>
        <source>{} is for {}, not for {}</source>
        <translation>{} 用于 {}，不用于 {}</translation>
    </message>
    <message>
        <source>{} is for {}; with {} use {}</source>
        <translation>{} 用于 {}；使用 {} 时请改用 {}</translation>
    </message>
    <message>
        <source>{}: must be more than 0</source>
        <translation>{}：必须大于 0</translation>
    </message>
    <message>
        <source>the kernels subtract one mean of all channels, not the mean of each channel</source>
        <translation>内核只减去所有通道共同的均值，而不减去各通道自己的均值</translation>
    </message>
    <message>
        <source>means of each channel are for zncc</source>
        <translation>各通道均值只用于 zncc</translation>
    </message>
    <message>
        <source>means of each channel cannot be combined with angles, scales, quarter turns, mirroring, inverted contrast or partly visible needles</source>
        <translation>各通道均值不能与角度、缩放、直角旋转、镜像、反转对比度或部分可见的查找图同时使用</translation>
    </message>
    <message>
        <source>{}: the key &quot;{}&quot; occurs twice</source>
        <translation>{}：键“{}”出现了两次</translation>
    </message>
    <message>
        <source>{}: another process is running this batch</source>
        <translation>{}：另一个进程正在运行该批处理</translation>
    </message>
    <message>
        <source>changed while it was read</source>
        <translation>读取过程中发生了变化</translation>
    </message>
    <message>
        <source>{}: contains journals of a run in {} shards and of a run in {}; remove those of one run</source>
        <translation>{}：含有分 {} 片的日志和分 {} 片的日志；请删除其中一次运行的日志</translation>
    </message>
    <message>
        <source>{}: contains no journals of batch shards</source>
        <translation>{}：没有批处理分片的日志</translation>
    </message>
    <message>
        <source>{}: contains no pictures</source>
        <translation>{}：其中没有图片</translation>
    </message>
    <message>
        <source>{}: contains the journals of several batches; name one, such as {}</source>
        <translation>{}：含有多个批处理的日志；请指定一个，例如 {}</translation>
    </message>
    <message>
        <source>{}: is not a folder</source>
        <translation>{}：不是文件夹</translation>
    </message>
    <message>
        <source>{}: is not a batch journal; remove it to start the batch again</source>
        <translation>{}：不是批处理的日志；删除它即可重新开始批处理</translation>
    </message>
    <message>
        <source>{}: matches no file</source>
        <translation>{}：没有匹配的文件</translation>
    </message>
    <message>
        <source>{}: shard {} of {} had other images or outputs than the first; resume all shards</source>
        <translation>{}：分片 {}/{} 的图像或输出与第一个不同；请全部继续运行</translation>
    </message>
    <message>
        <source>{}: shard {} of {} has not been run</source>
        <translation>{}：分片 {}/{} 尚未运行</translation>
    </message>
    <message>
        <source>{}: shard {} of {} is not finished; resume it</source>
        <translation>{}：分片 {}/{} 尚未完成；请继续运行</translation>
    </message>
    <message>
        <source>{}: this batch was started before; resume it, or remove this file</source>
        <translation>{}：该批处理已经开始过；请继续运行，或删除该文件</translation>
    </message>
    <message>
        <source>a folder of pictures</source>
        <translation>存放图片的文件夹</translation>
    </message>
    <message>
        <source>cannot be read: {}</source>
        <translation>无法读取：{}</translation>
    </message>
    <message>
        <source>{}: this batch writes into this folder, so it cannot read images from it; choose another output folder</source>
        <translation>{}：此批处理会写入该文件夹，因此不能从中读取图像；请选择其他输出文件夹</translation>
    </message>
    <message>
        <source>has no frame {}: it has {}, counted from 0</source>
        <translation>没有第 {} 帧：共有 {} 帧，从 0 开始计数</translation>
    </message>
    <message>
        <source>is not a file, as a video must be</source>
        <translation>不是文件，而视频必须是文件</translation>
    </message>
    <message>
        <source>could not be written completely</source>
        <translation>未能完整写入</translation>
    </message>
    <message>
        <source>there is no space for more than {} frames</source>
        <translation>空间不足，最多只能写入 {} 帧</translation>
    </message>
    <message>
        <source>it is a camera</source>
        <translation>这是摄像头</translation>
    </message>
    <message>
        <source>it is an X11 display</source>
        <translation>这是 X11 屏幕</translation>
    </message>
    <message>
        <source>videos are written as .mp4, .mkv, .avi or .webm</source>
        <translation>视频只能写成 .mp4、.mkv、.avi 或 .webm</translation>
    </message>
    <message>
        <source>takes 8-bit frames of one size</source>
        <translation>只接受同一尺寸的 8 位帧</translation>
    </message>
    <message>
        <source>it belongs to a Wayland session</source>
        <translation>它属于 Wayland 会话</translation>
    </message>
    <message>
        <source>windows of a Wayland session have no ids: it asks which one to share</source>
        <translation>Wayland 会话的窗口没有编号：由会话询问共享哪个窗口</translation>
    </message>
    <message>
        <source>there is no screen: DISPLAY is not set</source>
        <translation>没有屏幕：未设置 DISPLAY</translation>
    </message>
    <message>
        <source>frames per second: takes more than 0, at most 1000</source>
        <translation>每秒帧数：须大于 0，至多 1000</translation>
    </message>
    <message>
        <source>frames per second: takes 0 to 1000</source>
        <translation>每秒帧数：0 到 1000</translation>
    </message>
    <message>
        <source>monitors are counted from 1</source>
        <translation>显示器从 1 开始计数</translation>
    </message>
    <message>
        <source>the region has no pixels</source>
        <translation>该区域没有像素</translation>
    </message>
    <message>
        <source>was opened by another process; open it again after a fork</source>
        <translation>是由另一个进程打开的；fork 之后请重新打开</translation>
    </message>
    <message>
        <source>{}: delivers no more frames</source>
        <translation>{}：不再提供帧</translation>
    </message>
    <message>
        <source>{}: has delivered no frame for {} seconds</source>
        <translation>{}：已 {} 秒没有新的帧</translation>
    </message>
    <message>
        <source>is truncated after {} of {} bytes</source>
        <translation>在 {} 字节处被截断，应有 {} 字节</translation>
    </message>
    <message>
        <source>the X server has not answered for {} seconds</source>
        <translation>X 服务器已 {} 秒没有应答</translation>
    </message>
    <message>
        <source>it is a video</source>
        <translation>这是视频</translation>
    </message>
    <message>
        <source>its frames have {} x {} pixels, more than the {} allowed</source>
        <translation>其帧为 {} x {} 像素，超过允许的 {} 像素</translation>
    </message>
    <message>
        <source>{}: does not state its frame rate; select frames by number</source>
        <translation>{}：没有注明帧率；请按编号选取帧</translation>
    </message>
    <message>
        <source>{}: does not state its number of frames; name them, as in {}#0:99</source>
        <translation>{}：未说明共有多少帧；请指明，例如 {}#0:99</translation>
    </message>
    <message>
        <source>{}: video frames are written as #FIRST:LAST or #FIRST:LAST:STEP, or in seconds as #t=FIRST:LAST:STEP</source>
        <translation>{}：视频的帧写作 #首帧:末帧 或 #首帧:末帧:步长，按秒则写作 #t=起:止:步长</translation>
    </message>
    <message>
        <source>{}: selects more than {} frames</source>
        <translation>{}：选取的帧超过 {} 个</translation>
    </message>
    <message>
        <source>{}: selects no frame of the video</source>
        <translation>{}：没有选中视频的任何一帧</translation>
    </message>
    <message>
        <source>a library keeps 1 to {} features a surface, not {}</source>
        <translation>库为每个表面保留 1 到 {} 个特征，而不是 {} 个</translation>
    </message>
    <message>
        <source>a library needs a folder</source>
        <translation>库需要一个文件夹</translation>
    </message>
    <message>
        <source>a norm does not match its feature</source>
        <translation>有一个范数与其特征不符</translation>
    </message>
    <message>
        <source>a surface needs an id</source>
        <translation>表面需要一个标识</translation>
    </message>
    <message>
        <source>an id of {} bytes is too long; {} are allowed</source>
        <translation>{} 字节的标识太长；最多允许 {} 字节</translation>
    </message>
    <message>
        <source>cannot be locked</source>
        <translation>无法锁定</translation>
    </message>
    <message>
        <source>cannot be created: {}</source>
        <translation>无法创建：{}</translation>
    </message>
    <message>
        <source>cannot be mapped</source>
        <translation>无法映射到内存</translation>
    </message>
    <message>
        <source>cannot be read or written</source>
        <translation>无法读写</translation>
    </message>
    <message>
        <source>cannot be read or written: {}</source>
        <translation>无法读写：{}</translation>
    </message>
    <message>
        <source>a judge is for one needle, not for an index</source>
        <translation>评判器用于单个查找图，不能用于索引</translation>
    </message>
    <message>
        <source>a needle&apos;s name has 1 to {} bytes</source>
        <translation>查找图名称须为 1 到 {} 字节</translation>
    </message>
    <message>
        <source>a needle&apos;s name must not contain control characters</source>
        <translation>查找图名称不得包含控制字符</translation>
    </message>
    <message>
        <source>an index finds identical pictures: method exact, tolerance 0</source>
        <translation>索引只查找完全相同的图片：方法 exact，容差 0</translation>
    </message>
    <message>
        <source>an index finds needles as they are, without poses</source>
        <translation>索引按原样寻找查找图，不含姿态</translation>
    </message>
    <message>
        <source>an index of `espy index`</source>
        <translation>`espy index` 的索引</translation>
    </message>
    <message>
        <source>cannot be mapped into memory</source>
        <translation>无法映射到内存</translation>
    </message>
    <message>
        <source>is a file of another kind</source>
        <translation>是其他类型的文件</translation>
    </message>
    <message>
        <source>is damaged or truncated</source>
        <translation>已损坏或被截断</translation>
    </message>
    <message>
        <source>is damaged: the checksum of the {} bytes from {} on is wrong</source>
        <translation>已损坏：{} 字节（自 {} 起）的校验和错误</translation>
    </message>
    <message>
        <source>is truncated</source>
        <translation>被截断</translation>
    </message>
    <message>
        <source>looked up the blocks of {} needles</source>
        <translation>查询了 {} 个查找图的块</translation>
    </message>
    <message>
        <source>motif pairs</source>
        <translation>动机对</translation>
    </message>
    <message>
        <source>the index needs {} MiB of GPU memory, but only {} MiB are free</source>
        <translation>该索引需要 {} MiB GPU 内存，但只有 {} MiB 可用</translation>
    </message>
    <message>
        <source>the name of the folder is empty</source>
        <translation>文件夹名称为空</translation>
    </message>
    <message>
        <source>{}: is an index of needles, not of scenes</source>
        <translation>{}：是查找图索引，不是图片索引</translation>
    </message>
    <message>
        <source>{}: is a tolerant index; search it with zncc</source>
        <translation>{}：是容差索引；请用 zncc 搜索</translation>
    </message>
    <message>
        <source>{}: is not a tolerant index, which zncc needs</source>
        <translation>{}：不是 zncc 所需的容差索引</translation>
    </message>
    <message>
        <source>{}: is an index of scenes, not of needles</source>
        <translation>{}：是图片索引，不是查找图索引</translation>
    </message>
    <message>
        <source>{}: is damaged</source>
        <translation>{}：已损坏</translation>
    </message>
    <message>
        <source>{}: {} is already in the index; remove it first</source>
        <translation>{}：{} 已在索引中；请先将其移除</translation>
    </message>
    <message>
        <source>a surface library</source>
        <translation>表面库</translation>
    </message>
    <message>
        <source>does not describe {}</source>
        <translation>描述的不是{}</translation>
    </message>
    <message>
        <source>ends after {} of {} slots</source>
        <translation>在第 {} 个槽位后结束，应有 {} 个</translation>
    </message>
    <message>
        <source>is a catalogue of version {}; this Espy reads version {}</source>
        <translation>是版本 {} 的目录；此 Espy 读取版本 {}</translation>
    </message>
    <message>
        <source>is a slab of another library</source>
        <translation>是另一个库的数据块</translation>
    </message>
    <message>
        <source>is a slab of version {}; this Espy reads version {}</source>
        <translation>是版本 {} 的数据块；此 Espy 读取版本 {}</translation>
    </message>
    <message>
        <source>is a symbolic link, not a file</source>
        <translation>是符号链接，不是文件</translation>
    </message>
    <message>
        <source>is broken: it does not name the current file</source>
        <translation>已损坏：没有指明当前文件</translation>
    </message>
    <message>
        <source>is broken: it ends after {} of {} bytes</source>
        <translation>已损坏：在第 {} 字节后结束，应有 {} 字节</translation>
    </message>
    <message>
        <source>is broken: it has surfaces in slab {}, which it does not list</source>
        <translation>已损坏：其中有表面位于未列出的数据块 {}</translation>
    </message>
    <message>
        <source>is broken: it has {} surfaces but claims {}</source>
        <translation>已损坏：有 {} 个表面，却称有 {} 个</translation>
    </message>
    <message>
        <source>is broken: it does not describe its library</source>
        <translation>已损坏：没有描述其库</translation>
    </message>
    <message>
        <source>is broken: it claims that slab {} has {} slots</source>
        <translation>已损坏：声称数据块 {} 有 {} 个槽位</translation>
    </message>
    <message>
        <source>is broken: it claims {} features, of at most {}, in slot {}</source>
        <translation>已损坏：声称有 {} 个特征（最多 {} 个）在槽位 {}</translation>
    </message>
    <message>
        <source>is broken: its header does not match its checksum</source>
        <translation>已损坏：文件头与其校验和不符</translation>
    </message>
    <message>
        <source>is broken: the sizes in its header differ from the library&apos;s</source>
        <translation>已损坏：文件头中的大小与库不同</translation>
    </message>
    <message>
        <source>is broken: slot {} no longer has a surface</source>
        <translation>已损坏：槽位 {} 已没有表面</translation>
    </message>
    <message>
        <source>is broken: slot {} has two surfaces</source>
        <translation>已损坏：槽位 {} 有两个表面</translation>
    </message>
    <message>
        <source>is broken: slot {} is not in any of its slabs</source>
        <translation>已损坏：槽位 {} 不在它的任何数据块中</translation>
    </message>
    <message>
        <source>is broken: the points of {} do not match their checksum</source>
        <translation>已损坏：{} 的点与其校验和不符</translation>
    </message>
    <message>
        <source>is broken: its description of the library is inconsistent</source>
        <translation>已损坏：其对库的描述自相矛盾</translation>
    </message>
    <message>
        <source>is broken: {}</source>
        <translation>已损坏：{}</translation>
    </message>
    <message>
        <source>is not a surface catalogue</source>
        <translation>不是表面目录</translation>
    </message>
    <message>
        <source>does not belong to the library</source>
        <translation>不属于该库</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>is not a slab of features</source>
        <translation>不是特征数据块</translation>
    </message>
    <message>
        <source>was overwritten; restore it</source>
        <translation>已被覆盖；请恢复</translation>
    </message>
    <message>
        <source>was truncated for a time; open it again</source>
        <translation>曾被截断；请重新打开</translation>
    </message>
    <message>
        <source>it is not in any slab</source>
        <translation>不在任何数据块中</translation>
    </message>
    <message>
        <source>its features are not in order</source>
        <translation>其特征未按顺序排列</translation>
    </message>
    <message>
        <source>its features differ from the recorded ones</source>
        <translation>其特征与记录的不同</translation>
    </message>
    <message>
        <source>its features changed while they were read</source>
        <translation>其特征在读取时发生了变化</translation>
    </message>
    <message>
        <source>its features do not match their checksum</source>
        <translation>其特征与校验和不符</translation>
    </message>
    <message>
        <source>its features in {} differ from the recorded ones</source>
        <translation>其在 {} 中的特征与记录的不同</translation>
    </message>
    <message>
        <source>its points do not match their checksum</source>
        <translation>其点与校验和不符</translation>
    </message>
    <message>
        <source>its slab, {}, cannot be read</source>
        <translation>其数据块 {} 无法读取</translation>
    </message>
    <message>
        <source>its slab, {}, ends before it</source>
        <translation>其数据块 {} 在它之前就结束了</translation>
    </message>
    <message>
        <source>is read-only here</source>
        <translation>在此处为只读</translation>
    </message>
    <message>
        <source>has been locked by other processes for too long</source>
        <translation>被其他进程锁定太久</translation>
    </message>
    <message>
        <source>the longest side of photographs must be at least {} pixels, not {}</source>
        <translation>照片的最长边至少须为 {} 像素，而不是 {}</translation>
    </message>
    <message>
        <source>claims {} surfaces with {} features, but has {} with {}</source>
        <translation>称有 {} 个表面、{} 个特征，实际有 {} 个、{} 个</translation>
    </message>
    <message>
        <source>the system provides no random numbers</source>
        <translation>系统不提供随机数</translation>
    </message>
    <message>
        <source>has version {}; this Espy reads version {}</source>
        <translation>版本为 {}；此 Espy 读取版本 {}</translation>
    </message>
    <message>
        <source>has an interrupted change; to undo it, open the library once with write permission</source>
        <translation>含有一次被中断的修改；以写权限打开该库一次即可撤销</translation>
    </message>
    <message>
        <source>the name of the feature extractor is too long or not UTF-8</source>
        <translation>特征提取器的名称过长或不是 UTF-8</translation>
    </message>
    <message>
        <source>{}: a surface of the library has this id already</source>
        <translation>{}：库中已有表面使用此标识</translation>
    </message>
    <message>
        <source>{}: an id must be text in UTF-8 without control characters</source>
        <translation>{}：标识必须是不含控制字符的 UTF-8 文本</translation>
    </message>
    <message>
        <source>another process has written to it meanwhile; open it again</source>
        <translation>另一个进程已在此期间写入；请重新打开</translation>
    </message>
    <message>
        <source>{}: another process is writing to it</source>
        <translation>{}：另一个进程正在写入</translation>
    </message>
    <message>
        <source>{}: has no reference {}</source>
        <translation>{}：没有参考 {}</translation>
    </message>
    <message>
        <source>{}: has {} features, but the library keeps at most {} a surface</source>
        <translation>{}：有 {} 个特征，而库为每个表面最多保留 {} 个</translation>
    </message>
    <message>
        <source>{}: is not {}</source>
        <translation>{}：不是{}</translation>
    </message>
    <message>
        <source>{}: a picture with a side over {} pixels cannot be searched</source>
        <translation>{}：边长超过 {} 像素的图片无法搜索</translation>
    </message>
    <message>
        <source>the smallest side of a needle must be {} to {}, not {}</source>
        <translation>查找图的最小边长必须为 {} 到 {}，而不是 {}</translation>
    </message>
    <message>
        <source>the needle is {} x {} pixels; this index finds needles of at least {} x {}</source>
        <translation>查找图为 {} x {} 像素；此索引只能查找不小于 {} x {} 的查找图</translation>
    </message>
    <message>
        <source>the needle has no opaque square of {} x {} pixels, which this index needs</source>
        <translation>查找图没有此索引所需的 {} x {} 像素的不透明方块</translation>
    </message>
    <message>
        <source>{}: entries are not in order</source>
        <translation>{}：条目的顺序不正确</translation>
    </message>
    <message>
        <source>{}: has changed since it was indexed</source>
        <translation>{}：加入索引之后已更改</translation>
    </message>
    <message>
        <source>{}: cannot be found</source>
        <translation>{}：找不到</translation>
    </message>
    <message>
        <source>{}: is a file, not {}</source>
        <translation>{}：是文件，不是{}</translation>
    </message>
    <message>
        <source>{}: {}; `{} {}` makes one</source>
        <translation>{}：{}；`{} {}` 可创建</translation>
    </message>
    <message>
        <source>{}: already exists and is not empty</source>
        <translation>{}：已存在且不为空</translation>
    </message>
    <message>
        <source>{}: its features are invalid</source>
        <translation>{}：其特征无效</translation>
    </message>
    <message>
        <source>{}: its name of {} bytes is too long</source>
        <translation>{}：其 {} 字节的名称太长</translation>
    </message>
    <message>
        <source>{}: surface {} is damaged: {}; remove or update it, then compact again</source>
        <translation>{}：表面 {} 已损坏：{}；请删除或更新它，然后再次压缩</translation>
    </message>
    <message>
        <source>{}: too few features to identify: {}, but the library requires {}</source>
        <translation>{}：特征太少，无法再次识别：{} 个，而库要求 {} 个</translation>
    </message>
    <message>
        <source>{}: {} is writing to it</source>
        <translation>{}：{} 正在写入</translation>
    </message>
    <message>
        <source>Counts that differ from those of integers: {}.</source>
        <translation>与整数计算结果不同的计数：{}。</translation>
    </message>
    <message>
        <source>Finds, for each feature of a query, the two nearest features of every reference, and counts those whose nearest is much nearer than the second. The paper multiplies matrices with cuBLAS, in single or half precision, for one reference at a time or a batch, takes the two smallest of each column, and hides transfers behind several streams. Measured for comparison are a plain loop, float products on the processor, OpenCV&apos;s knnMatch, and Espy&apos;s own strategy: products of bytes, which are exact, without storing a matrix. The floor is the byte products alone; from host memory, the bus.</source>
        <translation>对查询的每个特征，在每个参考中寻找最近的两个特征；若最近的远比第二近的更近，则计数。论文用 cuBLAS 做单精度或半精度的矩阵乘法，一次一个参考或一批参考，取每列最小的两个，并用多个流掩盖传输。用作比较的有朴素循环、处理器上的浮点乘积、OpenCV 的 knnMatch，以及 Espy 自己的策略：精确的字节乘积，不存储矩阵。下限是单做字节乘积；从主机内存读取时则是总线。</translation>
    </message>
    <message>
        <source>Which of many surfaces is this? By the two nearest features</source>
        <translation>按最近的两个特征判断这是众多表面中的哪一个</translation>
    </message>
    <message>
        <source>a batch must have 1 to 4096 references, and the streams must be 1 to 64</source>
        <translation>一批须有 1 到 4096 个参考，流的数目须为 1 到 64</translation>
    </message>
    <message>
        <source>a homography between features cannot be found: {}</source>
        <translation>无法求出特征之间的单应变换：{}</translation>
    </message>
    <message>
        <source>a pair refers to a feature that does not exist</source>
        <translation>一个特征对指向了不存在的特征</translation>
    </message>
    <message>
        <source>a query&apos;s features must have {} bytes each</source>
        <translation>查询的每个特征必须有 {} 个字节</translation>
    </message>
    <message>
        <source>a reference has {} features, but its slot has {} rows</source>
        <translation>一个参考有 {} 个特征，而其槽位只有 {} 行</translation>
    </message>
    <message>
        <source>a shelf needs as many ranks as slots</source>
        <translation>书架的名次数必须与槽位数相同</translation>
    </message>
    <message>
        <source>a shelf needs at least one row a slot</source>
        <translation>书架的每个槽位至少需要一行</translation>
    </message>
    <message>
        <source>a slab claims more features in a slot than it has</source>
        <translation>数据块声明的某槽位特征数超过其容量</translation>
    </message>
    <message>
        <source>about {} on 1 thread</source>
        <translation>用 1 个线程约需 {}</translation>
    </message>
    <message>
        <source>too little work for threads to pay off</source>
        <translation>工作量太小，不值得使用多线程</translation>
    </message>
    <message>
        <source>{}; a GPU would be faster, but {}</source>
        <translation>{}；GPU 会更快，但{}</translation>
    </message>
    <message>
        <source>{}; the GPU is faster, start-up and transfers included</source>
        <translation>{}；算上启动和传输，GPU 仍更快</translation>
    </message>
    <message>
        <source>about {} on {} threads</source>
        <translation>用 {2} 个线程约需 {1}</translation>
    </message>
    <message>
        <source>all slabs stay on the GPU; the distances of {} references</source>
        <translation>所有数据块都留在 GPU 上；计算了 {} 个参考的距离</translation>
    </message>
    <message>
        <source>to search for; the paper searches them one after another, Espy all at once</source>
        <translation>查询的数目；论文逐个查询，Espy 一次全部查询</translation>
    </message>
    <message>
        <source>the number of references to return must be at least 1</source>
        <translation>要返回的参考数至少须为 1</translation>
    </message>
    <message>
        <source>cuBLAS cannot be used: {}</source>
        <translation>无法使用 cuBLAS：{}</translation>
    </message>
    <message>
        <source>cuBLAS: {} failed with status {}</source>
        <translation>cuBLAS：{} 失败，状态 {}</translation>
    </message>
    <message>
        <source>every distance is computed</source>
        <translation>计算每一个距离</translation>
    </message>
    <message>
        <source>features of a photograph are needed</source>
        <translation>需要照片的特征</translation>
    </message>
    <message>
        <source>largest products by {}, then the distances of {} references</source>
        <translation>用 {} 求最大乘积，并计算 {} 个参考的距离</translation>
    </message>
    <message>
        <source>identify</source>
        <translation>识别</translation>
    </message>
    <message>
        <source>identify from host</source>
        <translation>identify from host</translation>
    </message>
    <message>
        <source>in the library</source>
        <translation>库中的数目</translation>
    </message>
    <message>
        <source>knnMatch failed: {}</source>
        <translation>knnMatch 失败：{}</translation>
    </message>
    <message>
        <source>at least 1 feature of a photograph must be kept, not {}</source>
        <translation>每张照片至少须保留 1 个特征，而不是 {} 个</translation>
    </message>
    <message>
        <source>of a query</source>
        <translation>一个查询的数目</translation>
    </message>
    <message>
        <source>of a reference</source>
        <translation>一个参考的数目</translation>
    </message>
    <message>
        <source>of transfers and products on the GPU</source>
        <translation>GPU 上传输与乘积的流数</translation>
    </message>
    <message>
        <source>products</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>references</source>
        <translation>参考</translation>
    </message>
    <message>
        <source>references of one product on the GPU</source>
        <translation>GPU 上一次乘积中的参考数目</translation>
    </message>
    <message>
        <source>references: {} of {} features take more than 4 GiB</source>
        <translation>references：{} 个各有 {} 个特征的参考超过 4 GiB</translation>
    </message>
    <message>
        <source>texture rates</source>
        <translation>texture rates</translation>
    </message>
    <message>
        <source>texture-search</source>
        <translation>texture-search</translation>
    </message>
    <message>
        <source>the features of a photograph cannot be found: {}</source>
        <translation>无法求出照片的特征：{}</translation>
    </message>
    <message>
        <source>the library was prepared for another type of number</source>
        <translation>该库是为另一种数准备的</translation>
    </message>
    <message>
        <source>SIFT features cannot be compared with ORB features</source>
        <translation>SIFT 特征与 ORB 特征无法比较</translation>
    </message>
    <message>
        <source>a photograph&apos;s features must have {} bytes each</source>
        <translation>照片的每个特征须为 {} 字节</translation>
    </message>
    <message>
        <source>all Hamming distances</source>
        <translation>全部汉明距离</translation>
    </message>
    <message>
        <source>libraries are of SIFT features, not ORB</source>
        <translation>库由 SIFT 特征组成，不能用 ORB</translation>
    </message>
    <message>
        <source>ORB features</source>
        <translation>ORB 特征</translation>
    </message>
    <message>
        <source>the ratio {}/{} is not a fraction between 0 and 1 with a denominator of at most 1000</source>
        <translation>比值 {}/{} 不是 0 到 1 之间、分母不超过 1000 的分数</translation>
    </message>
    <message>
        <source>there must be a count for each reference and query</source>
        <translation>每个参考和查询都必须有一个计数</translation>
    </message>
    <message>
        <source>{} slabs stay on the GPU, {} are streamed through it; the distances of {} references</source>
        <translation>{} 个数据块留在 GPU 上，{} 个流式通过；计算了 {} 个参考的距离</translation>
    </message>
    <message>
        <source>{}: its features come from {}, but this Espy uses {}; they cannot be compared</source>
        <translation>{}：其特征来自 {}，而此 Espy 使用 {}；两者无法比较</translation>
    </message>
    <message>
        <source>{} took at least {} times as long as {}.</source>
        <translation>{} 至少用了 {} 倍于 {} 的时间。</translation>
    </message>
    <message>
        <source>{} {} of {}</source>
        <translation>{} {}/{}</translation>
    </message>
    <message>
        <source>with {} features a surface the minimum must be from 1 to {}, not {}</source>
        <translation>每个表面 {} 个特征时，最小值须在 1 到 {} 之间，而不是 {}</translation>
    </message>
    <message>
        <source>{}: the list of images has a name of more than {} bytes</source>
        <translation>{}：图像列表中有超过 {} 字节的名称</translation>
    </message>
    <message>
        <source>{}: the list of images has more than {} bytes</source>
        <translation>{}：图像列表超过 {} 字节</translation>
    </message>
    <message>
        <source>EDF cannot hold the gaps of the channel {}</source>
        <translation>EDF 无法存放通道 {} 的空缺</translation>
    </message>
    <message>
        <source>EDF cannot hold {} channels</source>
        <translation>EDF 无法存放 {} 个通道</translation>
    </message>
    <message>
        <source>EDF cannot hold {} records</source>
        <translation>EDF 无法存放 {} 条记录</translation>
    </message>
    <message>
        <source>EDF cannot express the limits of the channel {}, {} and {}</source>
        <translation>EDF 无法表示通道 {} 的上下限 {} 和 {}</translation>
    </message>
    <message>
        <source>WAV cannot hold {} channels</source>
        <translation>WAV 无法存放 {} 个通道</translation>
    </message>
    <message>
        <source>WAV is written in floating point or 16 bits</source>
        <translation>WAV 只以浮点数或 16 位写出</translation>
    </message>
    <message>
        <source>WAV needs a whole number of samples a second, not {}</source>
        <translation>WAV 要求每秒采样数为整数，而这里是 {}</translation>
    </message>
    <message>
        <source>WAV of 16 bits cannot hold gaps</source>
        <translation>16 位 WAV 无法存放空缺</translation>
    </message>
    <message>
        <source>a WFDB record&apos;s name has letters, digits, - and _ only</source>
        <translation>WFDB 记录的名称只能由字母、数字、- 和 _ 组成</translation>
    </message>
    <message>
        <source>a baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>a checksum</source>
        <translation>校验和</translation>
    </message>
    <message>
        <source>a format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>a gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>a skew</source>
        <translation>时滞</translation>
    </message>
    <message>
        <source>an initial value</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>an offset</source>
        <translation>偏移量</translation>
    </message>
    <message>
        <source>cannot have {} channels</source>
        <translation>不能有 {} 个通道</translation>
    </message>
    <message>
        <source>cannot hold a mark at {} s</source>
        <translation>无法存放位于 {} 秒的标记</translation>
    </message>
    <message>
        <source>cannot hold channels of different lengths or rates</source>
        <translation>无法存放长度或采样率不同的通道</translation>
    </message>
    <message>
        <source>cannot hold channels without samples</source>
        <translation>无法存放没有采样的通道</translation>
    </message>
    <message>
        <source>must have at least one channel</source>
        <translation>至少须有一个通道</translation>
    </message>
    <message>
        <source>ends after {} of {} bytes of numbers</source>
        <translation>在 {} 字节数值后结束，应有 {} 字节</translation>
    </message>
    <message>
        <source>ends after {} of {} records</source>
        <translation>在 {} 条记录后结束，应有 {} 条</translation>
    </message>
    <message>
        <source>ends after {} of {} samples</source>
        <translation>在 {} 个采样后结束，应有 {} 个</translation>
    </message>
    <message>
        <source>ends before the numbers announced in its header</source>
        <translation>在文件头所说的数值之前就已结束</translation>
    </message>
    <message>
        <source>ends before the samples announced in its header; it has {}</source>
        <translation>在文件头所说的采样之前就已结束；现有 {} 个</translation>
    </message>
    <message>
        <source>has &apos;{}&apos; instead of {}</source>
        <translation>“{}”处在应为{}的位置</translation>
    </message>
    <message>
        <source>has a text before its first annotation</source>
        <translation>在第一条注释之前就有文字</translation>
    </message>
    <message>
        <source>has an array of {} bytes, more than the {} samples allowed</source>
        <translation>有一个 {} 字节的数组，超过允许的 {} 个采样</translation>
    </message>
    <message>
        <source>has channels of different rates, {} of {} Hz and {} of {} Hz; select channels of one rate</source>
        <translation>各通道采样率不同：{} 为 {} Hz，{} 为 {} Hz；请选择采样率相同的通道</translation>
    </message>
    <message>
        <source>has lines for {} of {} signals</source>
        <translation>只有 {} 个信号的行，应有 {} 个</translation>
    </message>
    <message>
        <source>has no array {}; its arrays are {}</source>
        <translation>没有数组 {}；其数组有 {}</translation>
    </message>
    <message>
        <source>has no channel {}; its channels are {}</source>
        <translation>没有通道 {}；其通道有 {}</translation>
    </message>
    <message>
        <source>has no header file {} next to it</source>
        <translation>旁边没有头文件 {}</translation>
    </message>
    <message>
        <source>has no records</source>
        <translation>没有任何记录</translation>
    </message>
    <message>
        <source>has no row {}</source>
        <translation>没有第 {} 行</translation>
    </message>
    <message>
        <source>has samples in the format {}; only 8, 16, 24, 32, 61, 80, 160, 212, 310 and 311 are supported</source>
        <translation>采样格式为 {}；只支持 8、16、24、32、61、80、160、212、310 和 311</translation>
    </message>
    <message>
        <source>has samples of two formats, {} and {}, in the file {}</source>
        <translation>有两种格式 {} 和 {} 的采样在同一文件 {} 中</translation>
    </message>
    <message>
        <source>has several arrays; name one of {}</source>
        <translation>有多个数组，须指明其中一个：{}</translation>
    </message>
    <message>
        <source>has times and no other column</source>
        <translation>只有时间列，没有其他列</translation>
    </message>
    <message>
        <source>has {} bytes of samples, no whole number of {} channels of {} bytes</source>
        <translation>有 {} 字节采样，不是 {} 个通道各 {} 字节的整数倍</translation>
    </message>
    <message>
        <source>has {} bytes, of which {} are to be skipped</source>
        <translation>共 {} 字节，却要跳过 {} 字节</translation>
    </message>
    <message>
        <source>has {} channels of {} bits in {} bytes</source>
        <translation>有 {} 个 {} 位的通道，却占 {} 字节</translation>
    </message>
    <message>
        <source>has {} channels of {} samples, more than the {} allowed</source>
        <translation>有 {} 个通道，各 {} 个采样，超过允许的 {} 个</translation>
    </message>
    <message>
        <source>has {} records</source>
        <translation>有 {} 条记录</translation>
    </message>
    <message>
        <source>has {} signals; 1 to {} are possible</source>
        <translation>有 {} 个信号；可以有 1 至 {} 个</translation>
    </message>
    <message>
        <source>is a folder, not a recording</source>
        <translation>是文件夹，不是记录</translation>
    </message>
    <message>
        <source>is a header without a record</source>
        <translation>是没有记录的头文件</translation>
    </message>
    <message>
        <source>is a record without samples</source>
        <translation>是没有采样的记录</translation>
    </message>
    <message>
        <source>is a table without numbers</source>
        <translation>是没有数值的表格</translation>
    </message>
    <message>
        <source>is an NPY file of version {}; only 1 to 3 are supported</source>
        <translation>是版本 {} 的 NPY 文件；只支持 1 至 3</translation>
    </message>
    <message>
        <source>is an NPY file whose header cannot be understood</source>
        <translation>是文件头无法理解的 NPY 文件</translation>
    </message>
    <message>
        <source>is an NPZ file whose directory is damaged or cut short</source>
        <translation>是目录损坏或被截断的 NPZ 文件</translation>
    </message>
    <message>
        <source>is an archive without arrays</source>
        <translation>是没有数组的压缩包</translation>
    </message>
    <message>
        <source>is an array of records; save each field as an array of numbers</source>
        <translation>是结构体数组；请分别存成数值数组</translation>
    </message>
    <message>
        <source>is an array of the type &apos;{}&apos;, which is not a supported real number type</source>
        <translation>是类型为“{}”的数组，不是支持的实数类型</translation>
    </message>
    <message>
        <source>is an array of {} dimensions; 1 and 2 can be read</source>
        <translation>是 {} 维数组；可读的是 1 维和 2 维</translation>
    </message>
    <message>
        <source>has the number {}; numbers up to {} can be read</source>
        <translation>含有数值 {}；可读取的数值最大为 {}</translation>
    </message>
    <message>
        <source>is an array without numbers</source>
        <translation>是没有数值的数组</translation>
    </message>
    <message>
        <source>is compressed, and this build of Espy lacks libdeflate</source>
        <translation>是压缩的，而此 Espy 未带 libdeflate</translation>
    </message>
    <message>
        <source>is not a known kind of recording; to read samples without a header, state their type</source>
        <translation>不是可识别的记录；要读取没有文件头的采样，请说明其类型</translation>
    </message>
    <message>
        <source>is sound that cannot be decoded: {}</source>
        <translation>是无法解码的声音：{}</translation>
    </message>
    <message>
        <source>is sound without samples</source>
        <translation>是没有采样的声音</translation>
    </message>
    <message>
        <source>is text in UTF-16; tables are read in UTF-8 and ASCII</source>
        <translation>是 UTF-16 文本；表格须为 UTF-8 或 ASCII</translation>
    </message>
    <message>
        <source>it is compressed sound or in a rare format</source>
        <translation>这是压缩的声音或少见的格式</translation>
    </message>
    <message>
        <source>its array {} is damaged</source>
        <translation>其数组 {} 已损坏</translation>
    </message>
    <message>
        <source>its array {} is encrypted, or compressed by an unknown method</source>
        <translation>其数组 {} 已加密，或以未知方式压缩</translation>
    </message>
    <message>
        <source>its array {} is not an NPY file</source>
        <translation>其数组 {} 不是 NPY 文件</translation>
    </message>
    <message>
        <source>its channel {} has the limit &apos;{}&apos;</source>
        <translation>其通道 {} 的界限为“{}”</translation>
    </message>
    <message>
        <source>its channel {} has the limits {} to {} for {} to {}</source>
        <translation>其通道 {} 的界限为 {} 至 {}，对应 {} 至 {}</translation>
    </message>
    <message>
        <source>its ending must be one of {}</source>
        <translation>其扩展名须为以下之一：{}</translation>
    </message>
    <message>
        <source>its file {} ends after {} of {} samples</source>
        <translation>其文件 {} 在 {} 个采样后结束，应有 {} 个</translation>
    </message>
    <message>
        <source>its file {} does not exist</source>
        <translation>其文件 {} 不存在</translation>
    </message>
    <message>
        <source>its header has &apos;{}&apos; instead of {}</source>
        <translation>其文件头中，“{}”处在应为{}的位置</translation>
    </message>
    <message>
        <source>its record {} begins before the one before it ends</source>
        <translation>其第 {} 条记录在前一条结束之前就开始</translation>
    </message>
    <message>
        <source>its record {} does not say when it begins</source>
        <translation>其第 {} 条记录没有说明何时开始</translation>
    </message>
    <message>
        <source>its record {} has annotations that cannot be understood</source>
        <translation>其第 {} 条记录的注释无法理解</translation>
    </message>
    <message>
        <source>its signal {} has the checksum {}, and its samples have {}</source>
        <translation>其信号 {} 的校验和为 {}，而采样的校验和为 {}</translation>
    </message>
    <message>
        <source>its signal {} has {} samples a record</source>
        <translation>其信号 {} 每条记录有 {} 个采样</translation>
    </message>
    <message>
        <source>its times are uneven, by up to {} s, and are read as {} samples a second</source>
        <translation>其时间不均匀，与均匀步长相差至多 {} 秒，按每秒 {} 个采样读取</translation>
    </message>
    <message>
        <source>its times do not increase from line to line and are not used</source>
        <translation>其时间没有逐行递增，因而不予使用</translation>
    </message>
    <message>
        <source>line {} has a class but no series</source>
        <translation>第 {} 行有类别而没有序列</translation>
    </message>
    <message>
        <source>line {} has more than the {} columns of the first</source>
        <translation>第 {} 行多于首行的 {} 列</translation>
    </message>
    <message>
        <source>line {}, column {}: &apos;{}&apos; is not a number</source>
        <translation>第 {} 行，列 {}：“{}”不是数值</translation>
    </message>
    <message>
        <source>line {}: &apos;{}&apos; is not a number</source>
        <translation>第 {} 行：“{}”不是数值</translation>
    </message>
    <message>
        <source>motif find</source>
        <translation>模体查找</translation>
    </message>
    <message>
        <source>names a file outside of its folder: {}</source>
        <translation>指向其文件夹之外的文件：{}</translation>
    </message>
    <message>
        <source>no memory for {} samples</source>
        <translation>没有内存存放 {} 个采样</translation>
    </message>
    <message>
        <source>row {} of the class {}</source>
        <translation>第 {} 行，类别 {}</translation>
    </message>
    <message>
        <source>has samples before their format is defined</source>
        <translation>在采样之前没有说明其格式</translation>
    </message>
    <message>
        <source>the channel {} changes too little for the limits that EDF can express; use a smaller unit</source>
        <translation>通道 {} 的变化太小，EDF 无法表示其界限；请换用更小的单位</translation>
    </message>
    <message>
        <source>the channel {} has a range that WFDB cannot hold in 16 bits: its changes are too small compared with its values</source>
        <translation>通道 {} 的范围无法以 WFDB 的 16 位存放：与其数值相比变化太小</translation>
    </message>
    <message>
        <source>the length of a record</source>
        <translation>记录长度</translation>
    </message>
    <message>
        <source>the middle of the converter&apos;s range</source>
        <translation>转换器量程中点</translation>
    </message>
    <message>
        <source>the number of records</source>
        <translation>记录数</translation>
    </message>
    <message>
        <source>the number of samples</source>
        <translation>采样数</translation>
    </message>
    <message>
        <source>the number of signals</source>
        <translation>信号数</translation>
    </message>
    <message>
        <source>the samples a second</source>
        <translation>每秒采样数</translation>
    </message>
    <message>
        <source>the samples of a frame</source>
        <translation>每帧采样数</translation>
    </message>
    <message>
        <source>the samples of a record</source>
        <translation>每条记录的采样数</translation>
    </message>
    <message>
        <source>not enough memory for its samples</source>
        <translation>内存不足，无法存放其采样</translation>
    </message>
    <message>
        <source>its channel {} is selected twice</source>
        <translation>其通道 {} 被选择了两次</translation>
    </message>
    <message>
        <source>{} after its numbers were not read</source>
        <translation>其数值之后的 {} 未被读取</translation>
    </message>
    <message>
        <source>{} pauses between its records, {} samples in all, are read as gaps</source>
        <translation>其记录之间有 {} 处中断，共 {} 个采样，均按空缺读取</translation>
    </message>
    <message>
        <source>{}, but this build of Espy lacks the module for it ({}, which needs {})</source>
        <translation>{}，但此 Espy 未带所需的模块（{}，它需要 {}）</translation>
    </message>
    <message>
        <source>a stretch goes from a smaller to a larger factor, both above 0</source>
        <translation>伸缩范围须从较小倍数到较大倍数，且两者均大于 0</translation>
    </message>
    <message>
        <source>all paths through the whole data, column by column</source>
        <translation>逐列计算穿过全部数据的所有路径</translation>
    </message>
    <message>
        <source>bounds of {} windows; paths of {} of them in single precision, of {} in double precision</source>
        <translation>{} 个窗口的界；其中 {} 以单精度、{} 以双精度计算路径</translation>
    </message>
    <message>
        <source>every window of every channel, one after another</source>
        <translation>逐个计算每个通道的每个窗口</translation>
    </message>
    <message>
        <source>float sums of {} windows with early abandoning; {} of them recomputed in double precision</source>
        <translation>{} 个窗口的单精度和（提前放弃）；其中 {} 以双精度重新计算</translation>
    </message>
    <message>
        <source>of {} channels at most {} can be missing</source>
        <translation>{} 个通道中最多可缺失 {} 个</translation>
    </message>
    <message>
        <source>only dtw can have open ends</source>
        <translation>只有 dtw 可以两端开放</translation>
    </message>
    <message>
        <source>sample {} of the query&apos;s channel {} is a gap, and a query must have none</source>
        <translation>第 {} 个样本（查询通道 {}）是空缺，而查询中不能有空缺</translation>
    </message>
    <message>
        <source>this rule does not allow so many missing channels</source>
        <translation>此规则不允许缺失这么多通道</translation>
    </message>
    <message>
        <source>the band</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>the band is longer than the query</source>
        <translation>带宽超过整个查询片段</translation>
    </message>
    <message>
        <source>the data have</source>
        <translation>数据有</translation>
    </message>
    <message>
        <source>the exclusion zone</source>
        <translation>排除区</translation>
    </message>
    <message>
        <source>the lag</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>the largest distance must be at least 0</source>
        <translation>最大距离至少须为 0</translation>
    </message>
    <message>
        <source>the number of matches</source>
        <translation>匹配数</translation>
    </message>
    <message>
        <source>the number of missing channels</source>
        <translation>缺失通道数</translation>
    </message>
    <message>
        <source>the path of {} by {} samples takes too much memory</source>
        <translation>{} × {} 个样本的路径占用内存过多</translation>
    </message>
    <message>
        <source>the penalty of a lag</source>
        <translation>滞后的惩罚</translation>
    </message>
    <message>
        <source>the query has</source>
        <translation>查询有</translation>
    </message>
    <message>
        <source>the query has {} channels and the data {}</source>
        <translation>查询有 {} 个通道，数据有 {} 个</translation>
    </message>
    <message>
        <source>the reach of channels</source>
        <translation>通道的可达范围</translation>
    </message>
    <message>
        <source>the weight of a switched channel</source>
        <translation>错位通道的权重</translation>
    </message>
    <message>
        <source>the limit of a missing channel</source>
        <translation>判定通道缺失的界限</translation>
    </message>
    <message>
        <source>channels can lag or be switched only with the rule &apos;assigned&apos;</source>
        <translation>只有规则“assigned”允许通道滞后或对调</translation>
    </message>
    <message>
        <source>with open ends every length is searched already: no stretch is needed</source>
        <translation>两端开放时已搜索所有长度，无需伸缩</translation>
    </message>
    <message>
        <source>with open ends there is no fixed window to normalise: use none or global</source>
        <translation>两端开放时没有固定的窗口可归一化：请使用 none 或 global</translation>
    </message>
    <message>
        <source>with open ends the query is compared with one channel: choose one of the {}</source>
        <translation>两端开放时查询只与一个通道比较：请从 {} 个中选择</translation>
    </message>
    <message>
        <source>with open ends there is no band</source>
        <translation>两端开放时没有带宽限制</translation>
    </message>
    <message>
        <source>{} channels of {} and of {} samples</source>
        <translation>{} 长度不一的通道：{} 个与 {} 个样本</translation>
    </message>
    <message>
        <source>{} must be a number, at least {}</source>
        <translation>{} 须为数字，至少为 {}</translation>
    </message>
    <message>
        <source>{} must be at least {}</source>
        <translation>{} 至少须为 {}</translation>
    </message>
    <message>
        <source>{} no samples</source>
        <translation>{} 0 个样本</translation>
    </message>
    <message>
        <source>{}: the list of recordings has a name of more than {} bytes</source>
        <translation>{}：记录列表中有超过 {} 字节的名称</translation>
    </message>
    <message>
        <source>{}: the list of recordings has more than {} bytes</source>
        <translation>{}：记录列表超过 {} 字节</translation>
    </message>
    <message>
        <source>{}: contains no recordings</source>
        <translation>{}：其中没有记录</translation>
    </message>
    <message>
        <source>paths of {} of {} windows, the others pruned by bounds; {} recomputed in double precision</source>
        <translation>经界筛选后计算 {} / {} 个窗口的路径；{} 个以双精度重新计算</translation>
    </message>
    <message>
        <source>A motif of several channels in a recording, by dynamic time warping</source>
        <translation>用动态时间规整在记录中查找多通道的模体</translation>
    </message>
    <message>
        <source>Finds the position where a query of several channels is nearest to a recording: each window of each channel is normalised and warped within a band, each channel may lag or be switched with a neighbour, and the channels are assigned to each other so that the sum is smallest. A plain loop computes every table completely, on one thread and on several; the early-abandoning strategies prune windows by lower bounds and abandon tables early, as the UCR suite does. Espy&apos;s own strategy is measured for comparison. After the dissertation on multi-dimensional motifs, which found a GPU up to 25 times faster than early abandoning.</source>
        <translation>查找多通道查询与记录最接近的位置：每个通道的每个窗口都经过归一化，并在一个带宽内规整；每个通道可以有延迟，也可以与相邻通道对调；通道之间的对应使总和最小。简单循环完整地计算每张表，用一个线程或多个线程；提前放弃的策略像 UCR 套件那样，用下界剪除窗口，并提前放弃表的计算。同时测量 Espy 自己的策略以作比较。依据关于多维模体的博士论文，其中 GPU 比提前放弃最多快 25 倍。</translation>
    </message>
    <message>
        <source>On the same number of threads, early-abandoning took {} to {} times as long as best.</source>
        <translation>线程数相同时，early-abandoning 用的时间是 best 的 {} 到 {} 倍。</translation>
    </message>
    <message>
        <source>The GPU was up to {} times faster than early-abandoning on one thread.</source>
        <translation>GPU 最多比单线程的 early-abandoning 快 {} 倍。</translation>
    </message>
    <message>
        <source>distance below which a channel may replace another</source>
        <translation>通道之间距离小于此数时可以互相代替</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>these matches have more than {} maximal independent sets</source>
        <translation>这些匹配的极大独立集多于 {} 个</translation>
    </message>
    <message>
        <source>{} found motifs with nDCG {}, precision {} and recall {}.</source>
        <translation>{} 找到的模体：nDCG {}，精确率 {}，召回率 {}。</translation>
    </message>
    <message>
        <source>activity: limps are recorded by the insole only</source>
        <translation>activity：只有鞋垫记录跛行</translation>
    </message>
    <message>
        <source>samples: {} in {} channels of {} people take more than 1 GiB</source>
        <translation>samples：{} 个，{} 个通道，{} 人，超过 1 GiB</translation>
    </message>
    <message>
        <source>samples: {} of {} people have no query of {}</source>
        <translation>samples：{} 个样本、{} 人的记录中没有可用的 {} 查询</translation>
    </message>
    <message>
        <source>The search for motifs of the dissertation, step by step</source>
        <translation>博士论文的模体搜索，逐步进行</translation>
    </message>
    <message>
        <source>Searches recordings of several people for an activity: each channel of the query is searched in the channels of the data near it, by dynamic time warping with the complete table; matches at about the same time become sets in which no channel occurs twice, and sets with more channels rank first. Query segmentation adds windows that are similar to a part of the query, search exhausting adds windows of other lengths for channels that are missing. Early abandoning and the GPU&apos;s kernel, a thread for each window, return the same sets. EDT, the sum of the channels&apos; Euclidean distances, is measured for comparison. The data are drawn: an insole with pressure sensors, or an accelerometer at arm, waist or leg.</source>
        <translation>在多人的记录中搜索一种活动：查询的每个通道在其附近的数据通道中搜索，采用带完整表格的动态时间规整；时间相近的匹配组成集合，集合中没有通道出现两次，通道较多的集合排在前面。查询分段补充与查询一部分相似的窗口，穷尽搜索为缺失的通道补充其他长度的窗口。提前放弃与 GPU 内核（每个窗口一个线程）返回相同的集合。作为比较还测量 EDT，即各通道欧氏距离之和。数据是生成的：带压力传感器的鞋垫，或位于手臂、腰部或腿部的加速度计。</translation>
    </message>
    <message>
        <source>a shoe&apos;s insole, or the position of an accelerometer</source>
        <translation>鞋垫，或加速度计的位置</translation>
    </message>
    <message>
        <source>what the query is</source>
        <translation>查询的活动</translation>
    </message>
    <message>
        <source>pressure sensors of the insole</source>
        <translation>鞋垫的压力传感器</translation>
    </message>
    <message>
        <source>each with a recording and sensors of their own</source>
        <translation>每人有自己的记录和传感器</translation>
    </message>
    <message>
        <source>of each person, 25 a second</source>
        <translation>每人的样本数，每秒 25 个</translation>
    </message>
    <message>
        <source>each a random one of the annotated cycles</source>
        <translation>每个是随机选取的一个已标注周期</translation>
    </message>
    <message>
        <source>samples of a query; 0: a cycle</source>
        <translation>查询的样本数；0：一个周期</translation>
    </message>
    <message>
        <source>how far the search goes</source>
        <translation>搜索进行到哪一步</translation>
    </message>
    <message>
        <source>the first set in rank by optimal assignment, or of all that are listed</source>
        <translation>通过最优分配得到排名第一的集合，或从列出的所有集合中选出</translation>
    </message>
    <message>
        <source>distance below which a channel may replace another; 0: any</source>
        <translation>小于此距离的通道可以互相替代；0：任意</translation>
    </message>
    <message>
        <source>windows kept for each pair of channels, in % of the data over the query&apos;s length</source>
        <translation>每对通道保留的窗口数，占数据长度除以查询长度的百分比</translation>
    </message>
    <message>
        <source>weight of a match with another channel, in %</source>
        <translation>与其他通道匹配的权重，百分比</translation>
    </message>
    <message>
        <source>by how much windows may be shorter or longer, in %</source>
        <translation>窗口可以缩短或延长多少，百分比</translation>
    </message>
    <message>
        <source>how far apart matches are combined, in % of the query&apos;s length</source>
        <translation>合并匹配的最大间隔，占查询长度的百分比</translation>
    </message>
    <message>
        <source>channels that a reported set has at least, in %</source>
        <translation>报告的集合至少包含的通道，百分比</translation>
    </message>
    <message>
        <source>parts of the query for its segmentation</source>
        <translation>查询分段的段数</translation>
    </message>
    <message>
        <source>windows of {} samples do not fit the shared memory; at most {} do</source>
        <translation>{} 个样本的窗口放不进共享内存；最多 {} 个</translation>
    </message>
    <message>
        <source>how far a path may leave the diagonal, in % of the query</source>
        <translation>路径可偏离对角线多远，占查询的百分比</translation>
    </message>
    <message>
        <source>in each channel of the recording</source>
        <translation>记录的每个通道中的样本数</translation>
    </message>
    <message>
        <source>of the query and of the recording</source>
        <translation>查询和记录的通道数</translation>
    </message>
    <message>
        <source>places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>signal-to-noise ratio of the recording</source>
        <translation>记录的信噪比</translation>
    </message>
    <message>
        <source>samples in a channel of the query</source>
        <translation>查询的一个通道中的样本数</translation>
    </message>
    <message>
        <source>how many samples each channel may be early or late</source>
        <translation>每个通道可以提前或推迟的样本数</translation>
    </message>
    <message>
        <source>samples: {} in {} channels take more than 8 GiB</source>
        <translation>samples：{} 个样本、{} 个通道需要超过 8 GiB</translation>
    </message>
    <message>
        <source>the window of the match now contains a gap</source>
        <translation>匹配的窗口中现在有空缺</translation>
    </message>
    <message>
        <source>with open ends all channels share one path: none can lag, be switched or be missing</source>
        <translation>端点开放时所有通道沿同一条路径：任何通道都不能滞后、对调或缺失</translation>
    </message>
    <message>
        <source>every window in double precision</source>
        <translation>每个窗口都以双精度确定</translation>
    </message>
    <message>
        <source>has lines for {} of {} segments</source>
        <translation>只有 {} 个段的行，应有 {} 个</translation>
    </message>
    <message>
        <source>has {} samples a second, and its segment {} has {}</source>
        <translation>每秒有 {} 个采样，而其段 {} 有 {} 个</translation>
    </message>
    <message>
        <source>has {} samples, and its segments have {}</source>
        <translation>有 {} 个采样，而其各段共有 {} 个</translation>
    </message>
    <message>
        <source>has {} signals, and its segment {} has {}</source>
        <translation>有 {} 个信号，而其段 {} 有 {} 个</translation>
    </message>
    <message>
        <source>its first line, with &apos;{}&apos;, is read as names</source>
        <translation>其首行（含“{}”）被当作名称</translation>
    </message>
    <message>
        <source>its lines, such as &apos;{}&apos;, are read as two channels, not as one with decimal commas</source>
        <translation>其各行（如“{}”）按两个通道读取，而不是一个带小数逗号的通道</translation>
    </message>
    <message>
        <source>its segment {} has segments itself</source>
        <translation>其段 {} 本身又分段</translation>
    </message>
    <message>
        <source>its segment {} has the signal {} at another rate, or in {} and not in {}</source>
        <translation>其段 {} 中的信号 {} 采样率不同，或以 {} 而非 {} 为单位</translation>
    </message>
    <message>
        <source>its segment {} has {} samples, not {}</source>
        <translation>其段 {} 有 {} 个采样，而非 {} 个</translation>
    </message>
    <message>
        <source>motif profile</source>
        <translation>模体距离曲线</translation>
    </message>
    <message>
        <source>the number of segments</source>
        <translation>段数</translation>
    </message>
    <message>
        <source>the samples of a segment</source>
        <translation>每段采样数</translation>
    </message>
    <message>
        <source>not enough memory for the distances at {} positions</source>
        <translation>内存不足，无法存放 {} 个位置的距离</translation>
    </message>
    <message>
        <source>has floating-point samples of {} bits; only 32 and 64 are supported</source>
        <translation>的浮点采样为 {} 位；只支持 32 位和 64 位</translation>
    </message>
    <message>
        <source>has more than the {} samples allowed</source>
        <translation>的采样多于允许的 {} 个</translation>
    </message>
    <message>
        <source>is {} whose header has &apos;{}&apos; instead of its length, {} bytes</source>
        <translation>是 {}，其文件头在长度（{} 字节）处写着“{}”</translation>
    </message>
    <message>
        <source>{}: the list of images cannot be read: {}</source>
        <translation>{}：无法读取图像列表：{}</translation>
    </message>
    <message>
        <source>{}: the list of recordings cannot be read: {}</source>
        <translation>{}：无法读取记录列表：{}</translation>
    </message>
    <message>
        <source>paths of {} of {} windows, the others pruned by bounds; {} positions recomputed in double precision</source>
        <translation>经界筛选后计算 {} / {} 个窗口的路径；{} 个位置以双精度重新计算</translation>
    </message>
    <message>
        <source>1 byte after the records announced in its header was not read</source>
        <translation>文件头所述记录之后有 1 字节未被读取</translation>
    </message>
    <message>
        <source>{} bytes after the records announced in its header were not read</source>
        <translation>文件头所述记录之后有 {} 字节未被读取</translation>
    </message>
    <message>
        <source>1 empty line between its numbers is read as a gap</source>
        <translation>其数值之间有 1 个空行，按空缺读取</translation>
    </message>
    <message>
        <source>{} empty lines between its numbers are read as gaps</source>
        <translation>其数值之间有 {} 个空行，按空缺读取</translation>
    </message>
    <message>
        <source>a pause of {} samples between its records is read as a gap</source>
        <translation>其记录之间有一处中断，共 {} 个采样，按空缺读取</translation>
    </message>
    <message>
        <source>begins like {} and is cut short or damaged</source>
        <translation>开头像 {}，但已被截断或损坏</translation>
    </message>
    <message>
        <source>has gaps of {} samples between its records, more than the {} that can be filled; split it at its gaps</source>
        <translation>记录之间有 {} 个采样的空缺，超过可填补的 {} 个；请在空缺处拆分</translation>
    </message>
    <message>
        <source>has gaps of {} samples between its segments, more than the {} that can be filled; read its segments one by one</source>
        <translation>各段之间有 {} 个采样的空缺，超过可填补的 {} 个；请逐段读取</translation>
    </message>
    <message>
        <source>has more than the {} channels that can be read</source>
        <translation>超过可读取的 {} 个通道</translation>
    </message>
    <message>
        <source>has no channel {}; it has no channels at all</source>
        <translation>没有通道 {}，也没有其他通道</translation>
    </message>
    <message>
        <source>has samples of {} bits in {} bytes</source>
        <translation>有 {} 位的采样，却占 {} 字节</translation>
    </message>
    <message>
        <source>has {} channels, more than the {} that can be read</source>
        <translation>有 {} 个通道，超过可读取的 {} 个</translation>
    </message>
    <message>
        <source>has {} columns, more than the {} channels that can be read; with samples along columns each of its rows is a channel</source>
        <translation>有 {} 列，超过可读取的 {} 个通道；若采样沿列排列，则每行为一个通道</translation>
    </message>
    <message>
        <source>has {} samples, more than the {} allowed</source>
        <translation>有 {} 个采样，超过允许的 {} 个</translation>
    </message>
    <message>
        <source>is read as {} channels of {} samples; with samples along columns it is {} channels of {} samples</source>
        <translation>按 {} 个通道、各 {} 个采样读取；若采样沿列排列，则为 {} 个通道、各 {} 个采样</translation>
    </message>
    <message>
        <source>its one row is read as {} channels of one sample; with samples along columns it is one channel of {} samples</source>
        <translation>其唯一的一行按 {} 个通道、各 1 个采样读取；若采样沿列排列，则为一个通道、{} 个采样</translation>
    </message>
    <message>
        <source>is {}, which is not supported; convert it to WAV or FLAC</source>
        <translation>是 {}，不支持读取；请转换为 WAV 或 FLAC</translation>
    </message>
    <message>
        <source>line {} ends after {} of {} columns</source>
        <translation>第 {} 行只有 {} 列，应有 {} 列</translation>
    </message>
    <message>
        <source>line {} ends after {} of {} samples</source>
        <translation>第 {} 行只有 {} 个采样，应有 {} 个</translation>
    </message>
    <message>
        <source>line {} has a name but no numbers</source>
        <translation>第 {} 行有名称而没有数值</translation>
    </message>
    <message>
        <source>line {} has more samples than the first</source>
        <translation>第 {} 行的采样多于首行</translation>
    </message>
    <message>
        <source>line {} has several columns, the first has one</source>
        <translation>第 {} 行有多列，而首行只有一列</translation>
    </message>
    <message>
        <source>line {}, column {}: &apos;{}&apos; is a time, not a number; name the column of times</source>
        <translation>第 {} 行，列 {}：“{}”是时间而不是数值；请指明哪一列是时间</translation>
    </message>
    <message>
        <source>line {}, column {}: &apos;{}&apos; is not a known time format; if times do not matter, name the channels and give &apos;-&apos; as the column of times</source>
        <translation>第 {} 行，列 {}：“{}”不是可识别的时间；若不需要时间，请指定通道，并将时间列设为“-”</translation>
    </message>
    <message>
        <source>line {}, column {}: &apos;{}&apos;: some times have a time zone and some do not; if times do not matter, name the channels and give &apos;-&apos; as the column of times</source>
        <translation>第 {} 行，列 {}：“{}”：有的时间注明时区，有的没有；若不需要时间，请指定通道，并将时间列设为“-”</translation>
    </message>
    <message>
        <source>no memory for the {} bytes of its array {}</source>
        <translation>没有内存容纳 {} 字节，数组 {}</translation>
    </message>
    <message>
        <source>{} must be at most {}</source>
        <translation>{} 最多为 {}</translation>
    </message>
    <message>
        <source>the step of a stretch must be a number, at least 0</source>
        <translation>伸缩的步长必须是不小于 0 的数</translation>
    </message>
    <message>
        <source>GPUs do not search with open ends</source>
        <translation>GPU 不支持开放端点的搜索</translation>
    </message>
    <message>
        <source>on GPUs channels can lag by at most {} samples</source>
        <translation>在 GPU 上通道最多滞后 {} 个采样</translation>
    </message>
    <message>
        <source>GPUs search for queries of at most {} samples</source>
        <translation>GPU 搜索的查询最多 {} 个采样</translation>
    </message>
    <message>
        <source>has several channels named {}; select one by number, counted from 0</source>
        <translation>有多个名为 {} 的通道；请用从 0 开始的编号指明</translation>
    </message>
    <message>
        <source>has a mark &apos;{}&apos; at second {} for {} seconds, which is not a valid range</source>
        <translation>标记“{}”位于第 {} 秒、持续 {} 秒，不是有效范围</translation>
    </message>
    <message>
        <source>is a TIFF that is not supported: {}</source>
        <translation>是不支持读取的 TIFF：{}</translation>
    </message>
    <message>
        <source>its header says {} channels of {} bits, but it decodes to {} of {} bits</source>
        <translation>文件头写明 {} 个通道、{} 位，但解码后为 {} 个通道、{} 位</translation>
    </message>
    <message>
        <source>a {} file does not keep every alpha sample; write .png, .pam or .tif</source>
        <translation>{} 文件不能保留每个 alpha 值；请写入 .png、.pam 或 .tif</translation>
    </message>
    <message>
        <source>an expression has at most {} characters</source>
        <translation>表达式最多 {} 个字符</translation>
    </message>
    <message>
        <source>column {}: {}</source>
        <translation>第 {} 列：{}</translation>
    </message>
    <message>
        <source>comparisons do not chain; join two with &amp;&amp;</source>
        <translation>比较不能连写；请用 &amp;&amp; 连接两个比较</translation>
    </message>
    <message>
        <source>edges</source>
        <translation>边缘</translation>
    </message>
    <message>
        <source>expected (</source>
        <translation>此处应为 (</translation>
    </message>
    <message>
        <source>expected a number, a name or (</source>
        <translation>此处应为数字、名称或 (</translation>
    </message>
    <message>
        <source>expected an operator or )</source>
        <translation>此处应为运算符或 )</translation>
    </message>
    <message>
        <source>expected an operator or a comma</source>
        <translation>此处应为运算符或逗号</translation>
    </message>
    <message>
        <source>expected an operator or the end</source>
        <translation>此处应为运算符或结尾</translation>
    </message>
    <message>
        <source>nested more than {} deep</source>
        <translation>嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>screening by an expression</source>
        <translation>按表达式筛选</translation>
    </message>
    <message>
        <source>screening needs a colour, an expression or edges</source>
        <translation>筛选需要颜色、表达式或边缘</translation>
    </message>
    <message>
        <source>the gradient of edges is at least 1 to {}, not {}</source>
        <translation>边缘的最小梯度为 1 到 {}，而不是 {}</translation>
    </message>
    <message>
        <source>there is no such name; the names are {}</source>
        <translation>没有这个名称；可用的名称有 {}</translation>
    </message>
    <message>
        <source>this is no number</source>
        <translation>这不是数字</translation>
    </message>
    <message>
        <source>too many operands wait for their operator</source>
        <translation>等待运算符的操作数过多</translation>
    </message>
    <message>
        <source>Milestones 1 to 3 screen each pixel by its colour: 1 a grey box, whited out; 2 a colour box, whited out; 3 the edge of the grey box. Milestones 4 to 6 search for a smaller picture in three passes: flag where it begins, flag what belongs to it, and paint everything else white or an outline around it: 4 a grey pattern of 16 x 16 in rough plaster, whited out; 5 the same, outlined; 6 one figure in a colour crowd with look-alikes, outlined. Compared are the plain loop (sequential), the same with OpenMP, the paper&apos;s kernels (cuda-passes), and the engines that Espy uses (best-...). The floor is reading the picture once from memory; an engine that reads only a sample of the pixels can be faster. A sweep of the size shows from how many pixels a GPU pays off, transfers included.</source>
        <translation>里程碑 1 至 3 按颜色筛选每个像素：1 灰色方框，其余涂白；2 彩色方框，其余涂白；3 灰色方框的边缘。里程碑 4 至 6 分三遍查找一张较小的图片：标记它的起点，标记属于它的部分，再把其余部分涂白或在其周围描边：4 粗糙灰泥中 16 x 16 的灰色图案，其余涂白；5 同上，描边；6 彩色人群中的一个人物，有相似者混杂，描边。比较的是普通循环（sequential）、同一循环加 OpenMP、论文的内核（cuda-passes），以及 Espy 使用的引擎（best-...）。下限是从内存中读取一次图片；只读取部分像素的引擎可以更快。扫描尺寸可以看出从多少像素起使用 GPU 才划算，包括数据传输。</translation>
    </message>
    <message>
        <source>of the outline in pixels; milestones 5 and 6 only</source>
        <translation>描边的粗细，以像素计；仅用于里程碑 5 和 6</translation>
    </message>
    <message>
        <source>positions that a thread of OpenMP takes at a time</source>
        <translation>OpenMP 的每个线程一次取的位置数</translation>
    </message>
    <message>
        <source>the lab&apos;s screening requires colours, and 8-bit grey or RGB with alpha</source>
        <translation>实验室的筛选需要颜色，以及 8 位灰度或带 Alpha 的 RGB</translation>
    </message>
    <message>
        <source>there is no paper {}; the papers are {}</source>
        <translation>没有论文 {}；已有的论文为 {}</translation>
    </message>
    <message>
        <source>there is no such strategy</source>
        <translation>没有这种策略</translation>
    </message>
    <message>
        <source>this engine has no screening</source>
        <translation>此引擎没有按颜色筛选</translation>
    </message>
    <message>
        <source>this machine has {} threads</source>
        <translation>这台计算机有 {} 个线程</translation>
    </message>
    <message>
        <source>{} has no {}; its tables and figures are {}</source>
        <translation>{} 没有 {}；它的表和图为 {}</translation>
    </message>
    <message>
        <source>{} was not measured</source>
        <translation>未测量 {}</translation>
    </message>
    <message>
        <source>{}: takes one value here, because the rows do not vary it</source>
        <translation>{}：此处只取一个值，因为各行不改变它</translation>
    </message>
    <message>
        <source>{}: takes values, not sweep: the rows are the paper&apos;s</source>
        <translation>{}：需要数值，而不是 sweep：各行取自论文</translation>
    </message>
    <message>
        <source>Runs a network in which each output of a layer sees only a few neighbouring inputs, with weights of its own, a bias and a sigmoid; each layer is narrower than the one before. With values=doubles the strategies are the paper&apos;s: OpenMP distributes the outputs of a layer, or the inputs of each output with a reduction; CUDA uses blocks of 1024 threads, R of them for an output, whose products are added by a reduction or by one thread, or a block of R threads for each output. Results may differ by 1e-9 of their value. With values=floats it is the network that Espy uses, with a clipped polynomial in place of the sigmoid: static, dynamic and guided loops, a thread of the GPU for each output, and Espy&apos;s own strategy, whose tiles go through several layers while they are in the cache. The paper runs one sample. The floor is reading network and samples once from memory; data that stay in a cache can be faster.</source>
        <translation>计算一个网络，其中每层的每个输出只看到少数相邻的输入，带有自己的权重、偏置和 sigmoid 函数；每层都比前一层窄。values=doubles 时采用论文的策略：OpenMP 分配一层的输出，或以归约分配每个输出的输入；CUDA 使用 1024 个线程的块，每个输出 R 个线程，其乘积由归约或由一个线程相加，或者每个输出一个 R 线程的块。结果允许相差其值的 1e-9。values=floats 时是 Espy 所用的网络，以截断的多项式代替 sigmoid：静态、动态和引导的循环，GPU 上每个输出一个线程，以及 Espy 自己的策略，其分块在缓存中时经过若干层。论文只计算一个样本。下限是从内存中读取一次网络和样本；留在缓存中的数据可以更快。</translation>
    </message>
    <message>
        <source>inputs that an output sees; an odd number for values=floats</source>
        <translation>一个输出所看到的输入数；values=floats 时为奇数</translation>
    </message>
    <message>
        <source>neighbours: must be odd for values=floats, not {}</source>
        <translation>neighbours：values=floats 时必须是奇数，而不是 {}</translation>
    </message>
    <message>
        <source>of the first layer; with weak scaling, of one thread</source>
        <translation>第一层的；弱扩展时为一个线程的</translation>
    </message>
    <message>
        <source>the paper&apos;s arithmetic, or that of Espy&apos;s network</source>
        <translation>论文的算术，或 Espy 网络的算术</translation>
    </message>
    <message>
        <source>2 N</source>
        <translation>2 N</translation>
    </message>
    <message>
        <source>a layer may have {} outputs, a block for each, not {}</source>
        <translation>一层最多有 {} 个输出，每个一块，而不是 {}</translation>
    </message>
    <message>
        <source>a layer of {} neighbours may have {} inputs, not {}</source>
        <translation>{} 个邻居的一层最多有 {} 个输入，而不是 {}</translation>
    </message>
    <message>
        <source>a layer of this network has no outputs</source>
        <translation>该网络有一层没有输出</translation>
    </message>
    <message>
        <source>sparse-network doubles</source>
        <translation>sparse-network doubles</translation>
    </message>
    <message>
        <source>Runs the algorithms of the paper of texture-search step by step on one thread: norms, products, addition of the norms, the two least of each column, roots, a copy, and the ratio test. Algorithm 1 sorts by insertion in memory, or keeps the two least in registers; algorithm 2 has features of length 1 and needs no norms; algorithm 1 in half precision rounds every product and sum, of features times a scale factor, and reports the mean relative error of the distances and how many overflow. Counts may differ from those of the plain loop by 0.1 % of the query&apos;s features, 2 % for algorithm 2, 5 % for half precision.</source>
        <translation>在一个线程上逐步执行 texture-search 论文的算法：范数、乘积、加上范数、每列最小的两个、开方、复制和比值检验。算法 1 在内存中插入排序，或把最小的两个保存在寄存器中；算法 2 的特征长度为 1，不需要范数；半精度的算法 1 对乘以缩放因子的特征的每个乘积与和进行舍入，并报告距离的平均相对误差以及溢出的个数。计数与简单循环的计数允许相差查询特征数的 0.1 %，算法 2 为 2 %，半精度为 5 %。</translation>
    </message>
    <message>
        <source>The two nearest features, step by step</source>
        <translation>两个最近的特征，逐步执行</translation>
    </message>
    <message>
        <source>N: in half precision features are multiplied by 2^-N</source>
        <translation>N：半精度时特征乘以 2^-N</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>a batch must have 1 to 4096 references of two features, for one query</source>
        <translation>一批须有 1 到 4096 个各含两个特征的参考，用于一个查询</translation>
    </message>
    <message>
        <source>texture-steps</source>
        <translation>texture-steps</translation>
    </message>
    <message>
        <source>per cent of a hybrid cache in the GPU&apos;s memory</source>
        <translation>混合缓存中位于 GPU 内存的百分比</translation>
    </message>
    <message>
        <source>a hybrid cache has a library on the host, one host thread, and 0 to 100 % on the GPU</source>
        <translation>混合缓存需要主机上的库、一个主机线程，GPU 上占 0 到 100 %</translation>
    </message>
    <message>
        <source>{}: takes {} values here, one for each row, not {}</source>
        <translation>{}：此处取 {} 个值，每行一个，而不是 {} 个</translation>
    </message>
    <message>
        <source>Fills a table, then inserts, searches and erases random keys in batches, whose operations run concurrently. Michael&apos;s lock-free lists on threads and on a GPU: one table (basic), n tables among which k 10^6 mod n chooses (ph), or one table with n times the lists (big). Beside them bucketed cuckoo hashing, Espy&apos;s open addressing in cache lines (best), and std::unordered_map on one thread (sequential). After each run it is verified that answers and contents are those of some order of each batch.</source>
        <translation>先填充一张表，再成批地插入、查找和删除随机键，同一批中的操作并发执行。Michael 无锁链表在多线程和 GPU 上的实现：一张表（basic）、由 k 10^6 mod n 选择的 n 张表（ph），或链表数为 n 倍的一张表（big）。此外还有分桶布谷鸟哈希、Espy 的缓存行开放寻址（best），以及单线程的 std::unordered_map（sequential）。每次运行后都会验证结果和内容符合每批操作的某种顺序。</translation>
    </message>
    <message>
        <source>Hash tables with inserts, searches and erases in batches</source>
        <translation>成批插入、查找和删除的哈希表</translation>
    </message>
    <message>
        <source>after the table is filled</source>
        <translation>填充表之后的操作数</translation>
    </message>
    <message>
        <source>distribution of the keys in (0, 1)</source>
        <translation>键在 (0, 1) 中的分布</translation>
    </message>
    <message>
        <source>hash function of the lists</source>
        <translation>链表的哈希函数</translation>
    </message>
    <message>
        <source>the kernels have the consistent indices only</source>
        <translation>这些核函数只有一致的下标</translation>
    </message>
    <message>
        <source>Total variation of diffusion tensors, by steepest descent</source>
        <translation>扩散张量的全变分，用最速下降法</translation>
    </message>
    <message>
        <source>Removes noise from diffusion tensors D = L L^T by steepest descent on L, as the dissertation on many-core processors does: five kernels a step (GlobalSync), or one whose blocks (ThreadSync) or threads (UnSync) smooth regions of their own. The same regions are also computed on threads of the processor. A phantom of fibres is measured with Rician noise; estimate is the tensors before, best Espy&apos;s own denoising. Figures: root mean square error, error of the fractional anisotropy, and angle between the directions of fibres in degrees.</source>
        <translation>按关于众核处理器的学位论文，对 L 用最速下降法去除扩散张量 D = L L^T 的噪声：每步五个核函数（GlobalSync），或一个核函数，其线程块（ThreadSync）或线程（UnSync）各自平滑自己的区域。同样的区域也在处理器的线程上计算。纤维模体的测量带有莱斯噪声；estimate 是去噪之前的张量，best 是 Espy 自己的去噪。指标：均方根误差、各向异性分数的误差，以及纤维方向之间的角度（度）。</translation>
    </message>
    <message>
        <source>voxel steps</source>
        <translation>体素步</translation>
    </message>
    <message>
        <source>voxels along each edge of the volume</source>
        <translation>体数据每条边上的体素数</translation>
    </message>
    <message>
        <source>steps of the descent</source>
        <translation>下降的步数</translation>
    </message>
    <message>
        <source>edge of a thread block: 8 or 16</source>
        <translation>线程块的边长：8 或 16</translation>
    </message>
    <message>
        <source>weight of the data, in thousandths</source>
        <translation>数据项的权重，以千分之一为单位</translation>
    </message>
    <message>
        <source>dt, in thousandths</source>
        <translation>dt，以千分之一为单位</translation>
    </message>
    <message>
        <source>of differences and means: so that they belong together, or as printed</source>
        <translation>差分与均值的下标：相互一致，或按印刷的样子</translation>
    </message>
    <message>
        <source>what 2 lambda multiplies: all products, or as printed the first</source>
        <translation>2 lambda 所乘的项：所有乘积，或按印刷只乘第一个</translation>
    </message>
    <message>
        <source>in which diffusion is measured</source>
        <translation>测量扩散的方向数</translation>
    </message>
    <message>
        <source>signal-to-noise ratio without diffusion weighting</source>
        <translation>无扩散加权时的信噪比</translation>
    </message>
    <message>
        <source>Interval dynamic programming in blocks</source>
        <translation>分块的区间动态规划</translation>
    </message>
    <message>
        <source>The cheapest division of each interval, as in the best order of multiplying a chain of matrices, after the dissertation on many-core processors: the table is computed in blocks, of which a rectangular kernel adds what blocks between contribute, and a triangular one completes what depends on the block itself. Blocks are computed by diagonals (iterative) or by divide and conquer, as printed (divided) or each block once (divided-once). With part=product only two matrices are multiplied, by the rectangular kernel and by the usual sum of products. Figures: calls of both kernels.</source>
        <translation>每个区间的最小代价划分，例如矩阵链的最佳乘法顺序，依据关于众核处理器的学位论文：表按块计算，矩形核函数累计中间各块的贡献，三角形核函数完成依赖于块自身的部分。块按对角线计算（iterative），或按分治法计算：与论文所印相同（divided），或每块只算一次（divided-once）。part=product 时只计算两个矩阵的乘积，分别用矩形核函数和通常的乘积之和。指标：两个核函数的调用次数。</translation>
    </message>
    <message>
        <source>additions and minima</source>
        <translation>加法与取最小值</translation>
    </message>
    <message>
        <source>what is computed: a table, or one product of matrices</source>
        <translation>计算什么：整张表，或一次矩阵乘积</translation>
    </message>
    <message>
        <source>points of the table; rows of the matrices</source>
        <translation>表的点数；矩阵的行数</translation>
    </message>
    <message>
        <source>side of a block</source>
        <translation>块的边长</translation>
    </message>
    <message>
        <source>costs: of neighbours only, or of a chain of matrices, which takes two more multiplications and an addition</source>
        <translation>代价：仅相邻点的代价，或矩阵链的代价（多两次乘法和一次加法）</translation>
    </message>
    <message>
        <source>blocks that are merged in shared memory have at most {} points</source>
        <translation>在共享内存中合并的块最多有 {} 个点</translation>
    </message>
    <message>
        <source>is a TIFF with {} samples a pixel, of {} bytes each, orientation {}; as a volume 1 or 3 floating-point samples are read, upright</source>
        <translation>是每像素 {} 个样本、每个 {} 字节、方向为 {} 的 TIFF；作为体数据只读取 1 个或 3 个浮点样本，且方向须为正</translation>
    </message>
    <message>
        <source>a TIFF holds one slice of 1 or 3 channels, but the volume has {} of {}; write .npy or .nii</source>
        <translation>TIFF 只能保存一个有 1 个或 3 个通道的切片，而该体数据有 {} 个切片、{} 个通道；请写成 .npy 或 .nii</translation>
    </message>
    <message>
        <source>costs may exceed 2^28, up to which the GPU adds 16-bit costs; use another engine</source>
        <translation>代价可能超过 2^28，而 GPU 的 16 位代价只能加到此值；请换用其他引擎</translation>
    </message>
    <message>
        <source>memory does not suffice, and {} cannot hold a temporary file of {} MB: {}</source>
        <translation>内存不足，而且 {} 放不下 {} MB 的临时文件：{}</translation>
    </message>
    <message>
        <source>Arrays in a GPU&apos;s shared memory that share addresses</source>
        <translation>GPU 共享内存中共用地址的数组</translation>
    </message>
    <message>
        <source>Three kernels with several arrays in shared memory, after the dissertation on many-core processors: curvature of a volume (denoising), curvature of a level set (segmentation), and displacements with biharmonic smoothing (registration). The arrays have addresses of their own (cuda-separate), or share partitions by a colouring of those that live together (cuda-coloured), or are laid out by Espy&apos;s planner (cuda-planned). Figures: bytes of a block, barriers of an iteration, and blocks that fit on a multiprocessor, here and on the dissertation&apos;s GPU.</source>
        <translation>按关于众核处理器的学位论文，三个在共享内存中有多个数组的核函数：体数据的曲率（denoising）、水平集的曲率（segmentation）和双调和平滑的位移（registration）。数组各有自己的地址（cuda-separate），或对同时存活的数组着色后共用分区（cuda-coloured），或由 Espy 的规划器布局（cuda-planned）。指标：每个线程块的字节数、每次迭代的屏障数，以及这里和论文的 GPU 上一个多处理器能容纳的线程块数。</translation>
    </message>
    <message>
        <source>what is computed</source>
        <translation>计算的内容</translation>
    </message>
    <message>
        <source>voxels along each edge</source>
        <translation>每条边上的体素数</translation>
    </message>
    <message>
        <source>of the kernel in a run</source>
        <translation>一次运行中核函数的迭代次数</translation>
    </message>
    <message>
        <source>size: a volume has an edge of at most {}, not {}</source>
        <translation>size：体数据的边长至多为 {}，而不是 {}</translation>
    </message>
    <message>
        <source>a block must have an edge of 8 or 16, not {}</source>
        <translation>线程块的边长必须是 8 或 16，而不是 {}</translation>
    </message>
    <message>
        <source>memory-reuse</source>
        <translation>memory-reuse</translation>
    </message>
    <message>
        <source>tensor-descent</source>
        <translation>tensor-descent</translation>
    </message>
    <message>
        <source>hash-table</source>
        <translation>hash-table</translation>
    </message>
    <message>
        <source>lists of a table</source>
        <translation>每张表的链表数</translation>
    </message>
    <message>
        <source>n, tables of ph</source>
        <translation>n，ph 的表数</translation>
    </message>
    <message>
        <source>of normal keys, in ten-thousandths</source>
        <translation>正态分布键的方差，单位为万分之一</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>operations of a batch</source>
        <translation>每批的操作数</translation>
    </message>
    <message>
        <source>operations: of {} keys in (0, 1) that differ there are no {}</source>
        <translation>operations: (0, 1) 中只有 {} 个不同的键，不足 {} 个</translation>
    </message>
    <message>
        <source>pairs with which the table is filled before</source>
        <translation>事先填入表中的键值对数</translation>
    </message>
    <message>
        <source>per cent of searches and erases of a key of the filled table</source>
        <translation>查找和删除中使用已填入的键的百分比</translation>
    </message>
    <message>
        <source>per cent of the operations</source>
        <translation>占操作的百分比</translation>
    </message>
    <message>
        <source>per cent of the operations; the rest are inserts</source>
        <translation>占操作的百分比；其余为插入</translation>
    </message>
    <message>
        <source>per cent of the slots that the pairs of cuckoo and best fill</source>
        <translation>cuckoo 和 best 中键值对占用槽位的百分比</translation>
    </message>
    <message>
        <source>searches: {} per cent and {} per cent of erases are more than all</source>
        <translation>searches: {}% 的查找与 {}% 的删除之和超过全部</translation>
    </message>
    <message>
        <source>tables: {} tables of {} lists are more than {} lists</source>
        <translation>tables: {} 张各有 {} 个链表的表超过 {} 个链表</translation>
    </message>
    <message>
        <source>the byte of a key that is hashed first</source>
        <translation>键中最先参与哈希的字节</translation>
    </message>
    <message>
        <source>the hash table is full</source>
        <translation>哈希表已满</translation>
    </message>
    <message>
        <source>this hash table is on a GPU only</source>
        <translation>此哈希表仅在 GPU 上可用</translation>
    </message>
    <message>
        <source>this hash table is on the CPU only</source>
        <translation>此哈希表仅在 CPU 上可用</translation>
    </message>
    <message>
        <source>threads on the processor</source>
        <translation>处理器上的线程数</translation>
    </message>
    <message>
        <source>bytes after its samples were not read</source>
        <translation>其样本之后的字节未读取</translation>
    </message>
    <message>
        <source>cannot hold a volume without all its samples</source>
        <translation>无法容纳样本不全的体数据</translation>
    </message>
    <message>
        <source>cannot hold {} x {} x {} samples; NIfTI allows {} along an axis</source>
        <translation>无法容纳 {} x {} x {} 个样本；NIfTI 每个轴最多允许 {} 个</translation>
    </message>
    <message>
        <source>ends before the samples announced in its header</source>
        <translation>在文件头所声明的样本之前就结束了</translation>
    </message>
    <message>
        <source>has more than twice the {} announced in its header</source>
        <translation>的大小超过其文件头所声明的 {}的两倍</translation>
    </message>
    <message>
        <source>has a header of {} axes; there are 1 to 7</source>
        <translation>文件头有 {} 个轴；应为 1 到 7 个</translation>
    </message>
    <message>
        <source>has a header that scales samples by {} and adds {}</source>
        <translation>文件头把样本乘以 {} 再加上 {}</translation>
    </message>
    <message>
        <source>has a header with a spacing of {} along axis {}; it must be above 0</source>
        <translation>文件头中的间距为 {}（轴 {}）；它必须大于 0</translation>
    </message>
    <message>
        <source>has a header with its samples at byte {}, after the last allowed, {}</source>
        <translation>文件头称样本在字节 {}，超过了允许的最后位置 {}</translation>
    </message>
    <message>
        <source>has a header with its samples at byte {}, but the first possible is {}</source>
        <translation>文件头称样本在字节 {}，但最早只能是 {}</translation>
    </message>
    <message>
        <source>has a header with {} samples along axis {}</source>
        <translation>文件头称有 {} 个样本（轴 {}）</translation>
    </message>
    <message>
        <source>has a last axis of {} numbers; those of tensors have 6</source>
        <translation>最后一个轴有 {} 个数；张量应有 6 个</translation>
    </message>
    <message>
        <source>has samples of the NIfTI type {}, which is not supported; convert them to float32</source>
        <translation>样本为 NIfTI 类型 {}，不受支持；请转换为 float32</translation>
    </message>
    <message>
        <source>has symmetric matrices of {} components; those of tensors have 6</source>
        <translation>对称矩阵有 {} 个分量；张量应有 6 个</translation>
    </message>
    <message>
        <source>has {} channels, more than the {} that a volume may have</source>
        <translation>有 {} 个通道，超过体数据允许的 {} 个</translation>
    </message>
    <message>
        <source>has {} x {} x {} samples of {} channels, more than the {} allowed</source>
        <translation>有 {} x {} x {} 个样本、{} 个通道，超过允许的 {} 个</translation>
    </message>
    <message>
        <source>has {} x {} x {} x {} samples in axes 4 to 7; only one of axes 4 and 5 may have more than one</source>
        <translation>轴 4 到 7 有 {} x {} x {} x {} 个样本；只有轴 4 和 5 之一可以多于一个</translation>
    </message>
    <message>
        <source>is a folder, not a volume</source>
        <translation>是文件夹，不是体数据</translation>
    </message>
    <message>
        <source>is a header whose samples are in another file; convert both to .nii</source>
        <translation>是文件头，其样本在另一个文件中；请将两者转换为 .nii</translation>
    </message>
    <message>
        <source>has four axes, the last of 6 numbers; fields of tensors must be asked for (--tensors)</source>
        <translation>有四个轴，最后一个轴为 6 个数；张量场须明确指定（--tensors）</translation>
    </message>
    <message>
        <source>is an array of {} dimensions; pictures have {}, volumes {}</source>
        <translation>是 {} 维数组；图片为 {} 维，体数据为 {} 维</translation>
    </message>
    <message>
        <source>is compressed and damaged</source>
        <translation>已压缩，且已损坏</translation>
    </message>
    <message>
        <source>is not a NIfTI-1 file; Analyze and NIfTI-2 files must be converted</source>
        <translation>不是 NIfTI-1 文件；Analyze 和 NIfTI-2 文件必须先转换</translation>
    </message>
    <message>
        <source>is not a known kind of volume; NPY, NIfTI and floating-point TIFF can be read</source>
        <translation>不是已知的体数据；可读取 NPY、NIfTI 和浮点 TIFF</translation>
    </message>
    <message>
        <source>it is a NIfTI file</source>
        <translation>它是 NIfTI 文件</translation>
    </message>
    <message>
        <source>{} after its samples were not read</source>
        <translation>其样本之后的 {} 未读取</translation>
    </message>
    <message>
        <source>denoising</source>
        <translation>降噪</translation>
    </message>
    <message>
        <source>interval costs</source>
        <translation>区间代价</translation>
    </message>
    <message>
        <source>outlines</source>
        <translation>轮廓</translation>
    </message>
    <message>
        <source>chain product</source>
        <translation>链积</translation>
    </message>
    <message>
        <source>chain-blocks</source>
        <translation>chain-blocks</translation>
    </message>
    <message>
        <source>interval divisions</source>
        <translation>区间划分</translation>
    </message>
    <message>
        <source>a batch searches for needles or by an index, not both</source>
        <translation>批处理按查找图或按索引查找，不能同时使用两者</translation>
    </message>
    <message>
        <source>a mask is for needles, not for an index</source>
        <translation>掩码用于查找图，不用于索引</translation>
    </message>
    <message>
        <source>the matches do not lie side by side in a grid</source>
        <translation>匹配没有在网格中并排排列</translation>
    </message>
    <message>
        <source>{}: has too many needles for the window</source>
        <translation>{}：查找图太多，窗口无法处理</translation>
    </message>
    <message>
        <source>{}: is an index of scenes; needles are searched for in it by espy find --index</source>
        <translation>{}：是图片索引；请用 espy find --index 在其中查找</translation>
    </message>
</context>
<context>
    <name>espy::desktop::AnswerList</name>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>not processed</source>
        <translation>未处理</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::AnswerPage</name>
    <message>
        <source>Reading its picture...</source>
        <translation>正在读取图片…</translation>
    </message>
    <message>
        <source>No picture: its features</source>
        <translation>没有图片：显示其特征</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Evidence for the candidate</source>
        <translation>支持该候选的依据</translation>
    </message>
    <message>
        <source>&amp;Lines</source>
        <translation>连线(&amp;L)</translation>
    </message>
    <message>
        <source>Inclu&amp;de outliers</source>
        <translation>包含离群点(&amp;D)</translation>
    </message>
    <message>
        <source>About the picture</source>
        <translation>关于图片</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间用在哪里</translation>
    </message>
    <message>
        <source>Draws lines between matched features; hide them to see the pictures</source>
        <translation>在匹配特征之间连线；隐藏后可看清图片</translation>
    </message>
    <message>
        <source>Also draws, in grey, matched features that do not fit one flat surface</source>
        <translation>同时以灰色绘出不在同一平面上的匹配特征</translation>
    </message>
    <message>
        <source>A surface of the library, of %1 features.</source>
        <translation>库中的一个表面，有 %1 个特征。</translation>
    </message>
    <message>
        <source>A library keeps features, not pictures. %1.</source>
        <translation>库里保存的是特征，不是图片。%1。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BarChart</name>
    <message>
        <source>On a logarithmic axis, compare only the ends of bars, not the lengths of their parts.</source>
        <translation>在对数轴上只能比较各条的末端，不能比较各部分的长度。</translation>
    </message>
    <message>
        <source>%1 %2, plus or minus %3</source>
        <translation>%1 %2，正负 %3</translation>
    </message>
    <message>
        <source>, of which %1</source>
        <translation>，其中 %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BatchForm</name>
    <message>
        <source>exact, tolerance %1</source>
        <translation>精确，容差 %1</translation>
    </message>
    <message>
        <source>outline, score at least %1</source>
        <translation>轮廓，得分至少 %1</translation>
    </message>
    <message>
        <source>absolute differences, score at least %1</source>
        <translation>绝对差，得分不低于 %1</translation>
    </message>
    <message>
        <source>squared differences, score at least %1</source>
        <translation>平方差，得分不低于 %1</translation>
    </message>
    <message>
        <source>correlation, score at least %1</source>
        <translation>相关，得分不低于 %1</translation>
    </message>
    <message>
        <source>outlines of %1 px</source>
        <translation>%1 像素的轮廓</translation>
    </message>
    <message>
        <source>everything else white</source>
        <translation>其余涂白</translation>
    </message>
    <message>
        <source>everything else dimmed</source>
        <translation>其余变暗</translation>
    </message>
    <message>
        <source>no marks</source>
        <translation>无标记</translation>
    </message>
    <message>
        <source>Needles of the batch</source>
        <translation>批处理的查找图</translation>
    </message>
    <message>
        <source>Options of the batch</source>
        <translation>批处理的选项</translation>
    </message>
    <message>
        <source>Overwrite existing files</source>
        <translation>覆盖已有文件</translation>
    </message>
    <message>
        <source>Needles</source>
        <translation>查找图</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Naming of the marked pictures</source>
        <translation>标记后图片的命名</translation>
    </message>
    <message>
        <source>{name} is the picture&apos;s name, {number} its position in the list; the extension is the picture&apos;s</source>
        <translation>{name} 为图片名称，{number} 为其在列表中的位置；扩展名与原图片相同</translation>
    </message>
    <message>
        <source>Naming</source>
        <translation>命名</translation>
    </message>
    <message>
        <source>Summary file</source>
        <translation>汇总文件</translation>
    </message>
    <message>
        <source>A file with all matches, in the output folder; empty for none</source>
        <translation>包含所有匹配的文件，位于输出文件夹中；留空则不写</translation>
    </message>
    <message>
        <source>Summary (CSV)</source>
        <translation>汇总 (CSV)</translation>
    </message>
    <message>
        <source>Output folder</source>
        <translation>输出文件夹</translation>
    </message>
    <message>
        <source>The folder for the marked pictures; empty for none</source>
        <translation>存放标记后图片的文件夹；留空则不写</translation>
    </message>
    <message>
        <source>No marked pictures</source>
        <translation>不写标记后的图片</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the output folder</source>
        <translation>选择输出文件夹</translation>
    </message>
    <message>
        <source>none: add one to the tray</source>
        <translation>无：请先向托盘添加一个</translation>
    </message>
    <message>
        <source>%1; %2; engine %3</source>
        <translation>%1；%2；引擎 %3</translation>
    </message>
    <message>
        <source>%1: choose an output folder for the summary, or clear its name</source>
        <translation>%1：请为汇总选择输出文件夹，或清空其名称</translation>
    </message>
    <message>
        <source>everything else lightened</source>
        <translation>其余部分变亮</translation>
    </message>
    <message>
        <source>denoised, strength %1</source>
        <translation>降噪，强度 %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BatchQueue</name>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BatchTable</name>
    <message>
        <source>Pictures of the batch</source>
        <translation>批处理的图片</translation>
    </message>
    <message>
        <source>Drop pictures and folders here</source>
        <translation>将图片和文件夹拖放到此处</translation>
    </message>
    <message>
        <source>No picture passes the filters</source>
        <translation>没有图片通过筛选</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BatchView</name>
    <message>
        <source>about %1 s left</source>
        <translation>大约还剩 %1 秒</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>大约还剩 %1 分钟</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批处理</translation>
    </message>
    <message>
        <source>State of the batch</source>
        <translation>批处理状态</translation>
    </message>
    <message>
        <source>Add files...</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Adds pictures to the list</source>
        <translation>向列表添加图片</translation>
    </message>
    <message>
        <source>Add a folder...</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Adds all pictures of a folder to the list</source>
        <translation>将文件夹中的所有图片添加到列表</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Removes the selected pictures from the list</source>
        <translation>将选中的图片从列表中移除</translation>
    </message>
    <message>
        <source>Include subfolders</source>
        <translation>包含子文件夹</translation>
    </message>
    <message>
        <source>Also adds the pictures in subfolders</source>
        <translation>同时添加子文件夹中的图片</translation>
    </message>
    <message>
        <source>Progress of the batch</source>
        <translation>批处理进度</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Searches all pictures of the list</source>
        <translation>搜索列表中的所有图片</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stops the batch; finished pictures are kept</source>
        <translation>停止批处理；已完成的图片会保留</translation>
    </message>
    <message>
        <source>A batch is running: no pictures were added</source>
        <translation>批处理正在运行：未添加图片</translation>
    </message>
    <message>
        <source>There is no picture in this folder</source>
        <translation>此文件夹中没有图片</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>图片 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 个完成</translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation>，%1 个失败</translation>
    </message>
    <message>
        <source>, %1 cancelled</source>
        <translation>，%1 个取消</translation>
    </message>
    <message>
        <source>; matches: %1</source>
        <translation>；匹配：%1</translation>
    </message>
    <message>
        <source>Summary: %1</source>
        <translation>汇总：%1</translation>
    </message>
    <message>
        <source>Filter pictures</source>
        <translation>筛选图片</translation>
    </message>
    <message>
        <source>Filter by name or reason</source>
        <translation>按名称或原因筛选</translation>
    </message>
    <message>
        <source>Which pictures are listed</source>
        <translation>列出哪些图片</translation>
    </message>
    <message>
        <source>Lists only pictures in this state</source>
        <translation>只列出处于此状态的图片</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>所有状态</translation>
    </message>
    <message>
        <source>How many pictures are listed</source>
        <translation>列出了多少张图片</translation>
    </message>
    <message>
        <source>1 picture</source>
        <translation>1 张图片</translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation>%1 张图片</translation>
    </message>
    <message>
        <source>%1 of %2 pictures</source>
        <translation>%2 张图片中的 %1 张</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Searches again what failed or was cancelled</source>
        <translation>重新搜索失败或已取消的图片</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Shows the output folder</source>
        <translation>显示输出文件夹</translation>
    </message>
    <message>
        <source>Why the batch cannot start</source>
        <translation>批处理无法开始的原因</translation>
    </message>
    <message>
        <source>Add pictures to start: drop files or folders.</source>
        <translation>请先添加图片：拖入文件或文件夹。</translation>
    </message>
    <message>
        <source>There is no needle yet: in the picture, drag a rectangle over what to find.</source>
        <translation>还没有查找图：请在图片中框选要找的内容。</translation>
    </message>
    <message>
        <source>Export the sheet...</source>
        <translation>导出小样表…</translation>
    </message>
    <message>
        <source>Writes the sheet as one picture</source>
        <translation>将小样表写成一张图片</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Lists the pictures</source>
        <translation>列出图片</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>小样</translation>
    </message>
    <message>
        <source>Shows the matches of all pictures, best first</source>
        <translation>显示所有图片的匹配，最佳者在前</translation>
    </message>
    <message>
        <source>The matches of all pictures are shown here</source>
        <translation>所有图片的匹配显示在这里</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>未找到任何内容</translation>
    </message>
    <message numerus="yes">
        <source>%n more cannot be read</source>
        <translation>
            <numerusform>另有 %n 张无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>A batch searches for one index, or for needles: switch the others off.</source>
        <translation>批处理查找一个索引，或查找图：请关闭其他项。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CandidateList</name>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>The most similar surfaces, with the number of matched features that agree. Select one to see it.</source>
        <translation>最相似的表面，以及彼此一致的匹配特征数。选择一个即可查看。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 matched features agree</source>
        <translation>%1：%3 个匹配特征中有 %2 个一致</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Canvas</name>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>%1 x %2 at %3, %4</source>
        <translation>%1 x %2，位于 %3, %4</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 个匹配</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 个匹配</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Shows the picture and the matches. The wheel zooms, the arrow keys move the picture or the selection, dragging with Space held down moves the picture. Enter zooms to the current match, or places a first rectangle to cut out.</source>
        <translation>显示图片和匹配。滚轮缩放，方向键移动图片或选区，按住空格键拖动可移动图片。回车键放大当前匹配，或放置第一个裁剪矩形。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CanvasLink</name>
    <message>
        <source>Drag a rectangle over what to find, or drop a needle.</source>
        <translation>在要查找的东西上拖出一个矩形，或拖放一个查找图。</translation>
    </message>
    <message>
        <source>Another engine finished the search: %1</source>
        <translation>由另一个引擎完成了搜索：%1</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Nothing scores %1 or more. The best candidate scores %2, at %3, %4.</source>
        <translation>没有得分达到 %1 的匹配。最佳候选的得分为 %2，位于 %3, %4。</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Accept this match</source>
        <translation>接受此匹配</translation>
    </message>
    <message>
        <source>match %1 of %2, %3, x %4, y %5, score %6</source>
        <translation>匹配 %1 / %2，%3，x %4，y %5，得分 %6</translation>
    </message>
    <message>
        <source>Nothing else in the picture is identical to the cut.</source>
        <translation>除裁剪处外，图片中没有相同的内容。</translation>
    </message>
    <message>
        <source>Nothing in the picture is identical.</source>
        <translation>图片中没有相同的内容。</translation>
    </message>
    <message>
        <source>%1 is larger than the picture: %2 x %3 pixels.</source>
        <translation>%1 比图片大：%2 × %3 像素。</translation>
    </message>
    <message>
        <source>%1 was skipped: %2.</source>
        <translation>%1 已跳过：%2。</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>查找相似的</translation>
    </message>
    <message>
        <source>Other sizes and angles</source>
        <translation>其他大小和角度</translation>
    </message>
    <message>
        <source>Continue searching</source>
        <translation>继续搜索</translation>
    </message>
    <message numerus="yes">
        <source>Found %n.</source>
        <translation>
            <numerusform>找到 %n 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found %n: %1.</source>
        <translation>
            <numerusform>找到 %n 个：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found at other angles and sizes within a few seconds.</source>
        <translation>几秒钟内在其他角度和大小下也没有找到。</translation>
    </message>
    <message>
        <source>Nothing found at other angles and sizes either.</source>
        <translation>在其他角度和大小下也没有找到。</translation>
    </message>
    <message>
        <source>a true match</source>
        <translation>真匹配</translation>
    </message>
    <message>
        <source>not a true match</source>
        <translation>不是真匹配</translation>
    </message>
    <message>
        <source>Nothing else was found; what is not finished is named below.</source>
        <translation>没有找到其他匹配；未完成的类别见下方。</translation>
    </message>
    <message>
        <source>Nothing identical, similar, turned, resized or mirrored was found.</source>
        <translation>没有找到相同、相似、旋转、其他大小或镜像的匹配。</translation>
    </message>
    <message>
        <source>Only the original was found: nothing similar, turned, resized or mirrored.</source>
        <translation>只找到了原图：没有相似、旋转、其他大小或镜像的匹配。</translation>
    </message>
    <message>
        <source>The best candidate scores %1, at %2, %3.</source>
        <translation>最佳候选得分 %1，位于 %2, %3。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CanvasMenu</name>
    <message>
        <source>Match %1, %2</source>
        <translation>匹配 %1，%2</translation>
    </message>
    <message>
        <source>&amp;Zoom to it</source>
        <translation>放大到此处(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Copy its position: %1</source>
        <translation>复制其位置：%1(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Use it as a needle</source>
        <translation>用作查找图(&amp;U)</translation>
    </message>
    <message>
        <source>match %1</source>
        <translation>匹配 %1</translation>
    </message>
    <message>
        <source>Select &amp;all of %1</source>
        <translation>选择 %1 的全部匹配(&amp;A)</translation>
    </message>
    <message>
        <source>The cut</source>
        <translation>裁剪内容</translation>
    </message>
    <message>
        <source>Copy the pi&amp;xel&apos;s value: %1</source>
        <translation>复制像素值：%1(&amp;X)</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ContactSheet</name>
    <message>
        <source>Matches as a contact sheet</source>
        <translation>以小样表显示的匹配</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Counts</name>
    <message>
        <source>✓ OK</source>
        <translation>✓ 正常</translation>
    </message>
    <message>
        <source>✗ not OK: %1 missing</source>
        <translation>✗ 不正常：缺少 %1 个</translation>
    </message>
    <message>
        <source>✗ not OK: %1 too many</source>
        <translation>✗ 不正常：多出 %1 个</translation>
    </message>
    <message>
        <source>✓ All counts are OK</source>
        <translation>✓ 所有数量正常</translation>
    </message>
    <message>
        <source>✗ Counts that are not OK: %1 of %2</source>
        <translation>✗ 不正常的数量：%1 / %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CountsModel</name>
    <message>
        <source>The expected number of matches; double-click or press F2 to edit, empty for none</source>
        <translation>预期的匹配数；双击或按 F2 编辑，留空表示不限</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>查找图</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>找到</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CountsView</name>
    <message>
        <source>Counts by needle</source>
        <translation>各查找图的数量</translation>
    </message>
    <message>
        <source>The number of matches of each needle, found and expected</source>
        <translation>每个查找图的匹配数：找到的与预期的</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Curtain</name>
    <message>
        <source>Curtain</source>
        <translation>幕布</translation>
    </message>
    <message>
        <source>The picture is to the left of it, the preview to the right. The arrow keys move it.</source>
        <translation>左侧为原图，右侧为预览。方向键可移动幕布。</translation>
    </message>
    <message>
        <source>Drag to compare: the picture is to the left, the preview to the right</source>
        <translation>拖动以比较：左侧为原图，右侧为预览</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DenoiseDialog</name>
    <message>
        <source>&amp;Estimate</source>
        <translation>估计(&amp;E)</translation>
    </message>
    <message>
        <source>The strength for the noise of this picture</source>
        <translation>适合这张图片噪声的强度</translation>
    </message>
    <message>
        <source>Pre&amp;view</source>
        <translation>预览(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Curtain</source>
        <translation>幕布(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Find in the denoised picture</source>
        <translation>在降噪后的图片中搜索(&amp;F)</translation>
    </message>
    <message>
        <source>Do not make the copy</source>
        <translation>不制作副本</translation>
    </message>
    <message>
        <source>Denoise</source>
        <translation>降噪</translation>
    </message>
    <message>
        <source>grain</source>
        <translation>颗粒</translation>
    </message>
    <message>
        <source>Gaussian noise, as of cameras in the dark: lowers contrast a little (ROF)</source>
        <translation>高斯噪声，如相机在暗处所产生：略微降低对比度（ROF）</translation>
    </message>
    <message>
        <source>specks</source>
        <translation>斑点</translation>
    </message>
    <message>
        <source>Outliers, such as salt and pepper: removes small details, keeps contrast (TV-L1)</source>
        <translation>离群值，如椒盐噪声：去除微小细节，保持对比度（TV-L1）</translation>
    </message>
    <message>
        <source>Shows the denoised copy while the slider moves</source>
        <translation>移动滑块时显示降噪后的副本</translation>
    </message>
    <message>
        <source>Before and after: a line in the picture that can be dragged</source>
        <translation>前后对比：图片中可拖动的分界线</translation>
    </message>
    <message>
        <source>Searches denoise the picture and the needles first; the picture that is shown stays</source>
        <translation>搜索前先对图片和查找图降噪；显示的图片不变</translation>
    </message>
    <message>
        <source>&amp;Noise</source>
        <translation>噪声(&amp;N)</translation>
    </message>
    <message>
        <source>What is to be removed</source>
        <translation>要去除什么</translation>
    </message>
    <message>
        <source>&amp;Strength</source>
        <translation>强度(&amp;S)</translation>
    </message>
    <message>
        <source>More removes more</source>
        <translation>越大去除越多</translation>
    </message>
    <message>
        <source>Strength as a number</source>
        <translation>强度数值</translation>
    </message>
    <message>
        <source>Grain: in units of the range from black to white; specks: in pixels</source>
        <translation>颗粒：以黑到白的范围为单位；斑点：以像素为单位</translation>
    </message>
    <message>
        <source>&amp;Denoise</source>
        <translation>降噪(&amp;D)</translation>
    </message>
    <message>
        <source>Replaces the picture by the denoised copy; undo restores it</source>
        <translation>用降噪后的副本替换图片；撤销可恢复</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Progress of denoising</source>
        <translation>降噪进度</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Shown at 1/%1 of the resolution, made in %2; all pixels follow.</source>
        <translation>以 1/%1 的分辨率显示，耗时 %2；随后显示全部像素。</translation>
    </message>
    <message>
        <source>Shown with all pixels, made in %1.</source>
        <translation>以全部像素显示，耗时 %1。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DenoisePreview</name>
    <message>
        <source>%1, denoised</source>
        <translation>%1（已降噪）</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DrawnCrowd</name>
    <message>
        <source>crowd</source>
        <translation>人群</translation>
    </message>
    <message>
        <source>traveller</source>
        <translation>旅行者</translation>
    </message>
    <message>
        <source>crowd at night</source>
        <translation>夜里的人群</translation>
    </message>
    <message>
        <source>photograph</source>
        <translation>照片</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DropOverlay</name>
    <message>
        <source>Where to drop</source>
        <translation>放到哪里</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DropZones</name>
    <message>
        <source>Search in this</source>
        <translation>在此图中搜索</translation>
    </message>
    <message>
        <source>several pictures make a batch</source>
        <translation>多张图片组成批处理</translation>
    </message>
    <message>
        <source>Search for this</source>
        <translation>查找此图</translation>
    </message>
    <message>
        <source>a needle</source>
        <translation>查找图</translation>
    </message>
</context>
<context>
    <name>espy::desktop::EventTable</name>
    <message>
        <source>appears</source>
        <translation>出现</translation>
    </message>
    <message>
        <source>vanishes</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>moves</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 个匹配</translation>
    </message>
    <message>
        <source>still</source>
        <translation>静止</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>查找图</translation>
    </message>
    <message>
        <source>x, y</source>
        <translation>x, y</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ExportJob</name>
    <message>
        <source>%1: not enough memory</source>
        <translation>%1：内存不足</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: the name of a report must end in .html or .pdf</source>
        <translation>%1：报告的文件名须以 .html 或 .pdf 结尾</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ExportMenu</name>
    <message>
        <source>E&amp;xport</source>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Matches as &amp;CSV...</source>
        <translation>匹配为 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>Matches as &amp;JSON...</source>
        <translation>匹配为 JSON(&amp;J)…</translation>
    </message>
    <message>
        <source>&amp;Marked picture...</source>
        <translation>标记后的图片(&amp;M)…</translation>
    </message>
    <message>
        <source>Each match as a &amp;picture...</source>
        <translation>每个匹配为一张图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>The export was cancelled</source>
        <translation>导出已取消</translation>
    </message>
    <message>
        <source>There is nothing to export yet</source>
        <translation>还没有可导出的内容</translation>
    </message>
    <message>
        <source>Another export is still being written</source>
        <translation>另一个导出仍在写入</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Pictures (*.png *.ppm *.pgm *.pam *.tif *.tiff *.jpg *.jpeg *.webp *.bmp)</source>
        <translation>图片 (*.png *.ppm *.pgm *.pam *.tif *.tiff *.jpg *.jpeg *.webp *.bmp)</translation>
    </message>
    <message>
        <source>&amp;Report as HTML or PDF...</source>
        <translation>报告（HTML 或 PDF）(&amp;R)…</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>未导出：%1</translation>
    </message>
    <message>
        <source>Export matches as CSV</source>
        <translation>将匹配导出为 CSV</translation>
    </message>
    <message>
        <source>Export matches as JSON</source>
        <translation>将匹配导出为 JSON</translation>
    </message>
    <message>
        <source>Export the marked picture</source>
        <translation>导出带标记的图片</translation>
    </message>
    <message>
        <source>Export a report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Web pages (*.html *.htm)</source>
        <translation>网页 (*.html *.htm)</translation>
    </message>
    <message>
        <source>PDF documents (*.pdf)</source>
        <translation>PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Export each match into a folder</source>
        <translation>将每个匹配导出到文件夹</translation>
    </message>
    <message>
        <source>&amp;Sheet as one picture...</source>
        <translation>小样表为一张图片(&amp;S)…</translation>
    </message>
    <message>
        <source>Export the sheet</source>
        <translation>导出小样表</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批处理</translation>
    </message>
    <message>
        <source>Map of &amp;names as CSV...</source>
        <translation>名称图导出为 CSV(&amp;N)…</translation>
    </message>
    <message>
        <source>M&amp;ap of names as a picture...</source>
        <translation>名称图导出为图片(&amp;A)…</translation>
    </message>
    <message>
        <source>Export the map of names as CSV</source>
        <translation>将名称图导出为 CSV</translation>
    </message>
    <message>
        <source>Export the map of names</source>
        <translation>导出名称图</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FigureView</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Copy as picture</source>
        <translation>复制为图片</translation>
    </message>
    <message>
        <source>Copy the chart as a picture</source>
        <translation>将图表复制为图片</translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Export the figures as CSV</source>
        <translation>将数据导出为 CSV</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>Export JSON...</source>
        <translation>导出 JSON…</translation>
    </message>
    <message>
        <source>Export the figures as JSON</source>
        <translation>将数据导出为 JSON</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 文件 (*.json)</translation>
    </message>
    <message>
        <source>The chart is on the clipboard.</source>
        <translation>图表已复制到剪贴板。</translation>
    </message>
    <message>
        <source>%1 was not written: the name must end in .png, .svg, .csv or .json.</source>
        <translation>%1 未写入：文件名须以 .png、.svg、.csv 或 .json 结尾。</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawings (*.svg)</source>
        <translation>SVG 图形 (*.svg)</translation>
    </message>
    <message>
        <source>Save PNG...</source>
        <translation>保存 PNG…</translation>
    </message>
    <message>
        <source>Save the chart as a PNG picture</source>
        <translation>将图表保存为 PNG 图片</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>Save SVG...</source>
        <translation>保存 SVG…</translation>
    </message>
    <message>
        <source>Save the chart as an SVG drawing</source>
        <translation>将图表保存为 SVG 图形</translation>
    </message>
    <message>
        <source>%1 was not written: there is no chart, only a table.</source>
        <translation>未写入 %1：这里没有图表，只有表格。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Figures</name>
    <message>
        <source>equally fast</source>
        <translation>一样快</translation>
    </message>
    <message>
        <source>%1 times faster</source>
        <translation>快 %1 倍</translation>
    </message>
    <message>
        <source>%1 times slower</source>
        <translation>慢 %1 倍</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FindGame</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>You: %1 s. Espy: %2 s.</source>
        <translation>你：%1 秒。Espy：%2 秒。</translation>
    </message>
    <message>
        <source>You found him yourself. He stands at %1, %2.</source>
        <translation>你自己找到了他。他站在 %1, %2。</translation>
    </message>
    <message>
        <source>He stands at %1, %2.</source>
        <translation>他站在 %1, %2。</translation>
    </message>
    <message>
        <source>Espy is searching...</source>
        <translation>Espy 正在搜索…</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FindPanel</name>
    <message>
        <source>Find the traveller</source>
        <translation>寻找旅行者</translation>
    </message>
    <message>
        <source>State of the game</source>
        <translation>游戏状态</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>该做什么</translation>
    </message>
    <message>
        <source>Stopwatch</source>
        <translation>秒表</translation>
    </message>
    <message>
        <source>Progress of the game</source>
        <translation>游戏进度</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>告诉我</translation>
    </message>
    <message>
        <source>Lets Espy search for him</source>
        <translation>让 Espy 来找他</translation>
    </message>
    <message>
        <source>Let the engines race</source>
        <translation>让引擎赛跑</translation>
    </message>
    <message>
        <source>Shows how long each engine took</source>
        <translation>显示每个引擎用了多久</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>再来一次</translation>
    </message>
    <message>
        <source>Starts the game again</source>
        <translation>重新开始游戏</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Ends the game; the picture stays</source>
        <translation>结束游戏；图片保留</translation>
    </message>
    <message>
        <source>The traveller</source>
        <translation>旅行者</translation>
    </message>
    <message>
        <source>Can you find him?</source>
        <translation>你能找到他吗？</translation>
    </message>
    <message>
        <source>And at night?</source>
        <translation>夜里呢？</translation>
    </message>
    <message>
        <source>The same in bad light, where a few clicks help</source>
        <translation>同样的游戏，但光线不好，点几下会有帮助</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Learns from your clicks to reject people who are not him</source>
        <translation>从您的点击中学习，排除不是他的人</translation>
    </message>
    <message>
        <source>Let Espy click</source>
        <translation>让 Espy 来点</translation>
    </message>
    <message>
        <source>Labels a few of them as false, to show how it works</source>
        <translation>把其中几个标为假，演示操作方法</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FoundTable</name>
    <message>
        <source>%1: distance %2</source>
        <translation>%1：距离 %2</translation>
    </message>
    <message>
        <source>%1, %2 later</source>
        <translation>%1，晚 %2</translation>
    </message>
    <message>
        <source>%1, %2 earlier</source>
        <translation>%1，早 %2</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1，%2 %</translation>
    </message>
    <message>
        <source>the motif itself</source>
        <translation>片段本身</translation>
    </message>
    <message>
        <source>%1 missing</source>
        <translation>缺 %1 个</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FoundView</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Select a match to compare it with the motif here.</source>
        <translation>选择一个匹配，即可在此与片段比较。</translation>
    </message>
    <message>
        <source>The motif and the match</source>
        <translation>片段与匹配</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the &amp;list</source>
        <translation>复制列表(&amp;L)</translation>
    </message>
    <message>
        <source>Find &amp;all that are as similar</source>
        <translation>查找所有同样相似的(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Use it as the motif</source>
        <translation>用作片段(&amp;T)</translation>
    </message>
    <message>
        <source>Export marks</source>
        <translation>导出标记</translation>
    </message>
    <message>
        <source>Export matches</source>
        <translation>导出匹配</translation>
    </message>
    <message>
        <source>EDF+ annotations (*.edf)</source>
        <translation>EDF+ 注释 (*.edf)</translation>
    </message>
    <message>
        <source>WFDB annotations (*.atr)</source>
        <translation>WFDB 注释 (*.atr)</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 文件 (*.json)</translation>
    </message>
    <message>
        <source>%1 is open here and is not overwritten</source>
        <translation>%1 在此处打开，不会被覆盖</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>未导出：%1</translation>
    </message>
    <message>
        <source>Exported to %1, in samples: the sampling rate is unknown</source>
        <translation>已导出到 %1，以采样计：采样率未知</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::IdentifyView</name>
    <message>
        <source>Identify</source>
        <translation>识别</translation>
    </message>
    <message>
        <source>Known surfaces</source>
        <translation>已知表面</translation>
    </message>
    <message>
        <source>Photographs</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Photographs and what they show</source>
        <translation>照片及其显示的内容</translation>
    </message>
    <message>
        <source>The photographs to identify; Delete removes one from the list</source>
        <translation>要识别的照片；按 Delete 键可将照片从列表中移除</translation>
    </message>
    <message>
        <source>&amp;Identify photographs...</source>
        <translation>识别照片(&amp;I)…</translation>
    </message>
    <message>
        <source>Which known surface do they show?</source>
        <translation>它们显示的是哪个已知表面？</translation>
    </message>
    <message>
        <source>A&amp;gain</source>
        <translation>再次识别(&amp;G)</translation>
    </message>
    <message>
        <source>Identifies the selected photographs again, or all of them</source>
        <translation>重新识别所选照片，或全部照片</translation>
    </message>
    <message>
        <source>Add &amp;these</source>
        <translation>添加这些(&amp;T)</translation>
    </message>
    <message>
        <source>Adds the selected photographs to the library</source>
        <translation>将所选照片添加到库中</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Where to compute: on the CPU or on a GPU</source>
        <translation>在何处计算：CPU 或 GPU</translation>
    </message>
    <message>
        <source>&amp;Engine:</source>
        <translation>引擎(&amp;E)：</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Current step</source>
        <translation>当前步骤</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Stops; results so far are kept</source>
        <translation>停止；已有的结果会保留</translation>
    </message>
    <message>
        <source>Photographs that were not added</source>
        <translation>未添加的照片</translation>
    </message>
    <message>
        <source>What to do first</source>
        <translation>首先做什么</translation>
    </message>
    <message>
        <source>&amp;New library...</source>
        <translation>新建库(&amp;N)…</translation>
    </message>
    <message>
        <source>Makes a library of known surfaces</source>
        <translation>新建一个已知表面的库</translation>
    </message>
    <message>
        <source>&amp;Open a library...</source>
        <translation>打开库(&amp;O)…</translation>
    </message>
    <message>
        <source>Opens a library of known surfaces</source>
        <translation>打开一个已知表面的库</translation>
    </message>
    <message>
        <source>Add photo&amp;graphs...</source>
        <translation>添加照片(&amp;G)…</translation>
    </message>
    <message>
        <source>Adds photographs of surfaces; the file name becomes the id</source>
        <translation>添加表面的照片；每个表面以其文件名命名</translation>
    </message>
    <message>
        <source>Identify &amp;photographs...</source>
        <translation>识别照片(&amp;P)…</translation>
    </message>
    <message numerus="yes">
        <source>%n surface(s) removed.</source>
        <translation>
            <numerusform>已移除 %n 个表面。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no picture in this folder</source>
        <translation>此文件夹中没有图片</translation>
    </message>
    <message>
        <source>Photographs are already being added: these were not added</source>
        <translation>已在添加照片：这些未添加</translation>
    </message>
    <message>
        <source>Only photographs that are files can be added</source>
        <translation>只能添加以文件形式存在的照片</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n surface(s) from the library? This cannot be undone.</source>
        <translation>
            <numerusform>从库中移除 %n 个表面？此操作无法撤消。</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>The library has surfaces of the same names as %1 of these %2 photographs.</source>
        <translation>这 %2 张照片中有 %1 张的名称在库中已有同名表面。</translation>
    </message>
    <message>
        <source>Replace them</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Keep the existing ones</source>
        <translation>保留现有的</translation>
    </message>
    <message>
        <source>Adding: %1 of %2</source>
        <translation>正在添加：%1 / %2</translation>
    </message>
    <message>
        <source>%1, %2 not added</source>
        <translation>%1，%2 个未添加</translation>
    </message>
    <message>
        <source>Identifying...</source>
        <translation>正在识别…</translation>
    </message>
    <message>
        <source>Waiting for a library</source>
        <translation>正在等待库</translation>
    </message>
    <message>
        <source>Not processed</source>
        <translation>未处理</translation>
    </message>
    <message>
        <source>Drop a folder of photographs of surfaces to make a library: stones, planks, cloth, bricks of tea. Espy then identifies the surface in another photograph.</source>
        <translation>把一个装有表面照片的文件夹拖到这里即可建库：石头、木板、布料、茶砖。之后 Espy 便能识别另一张照片中的表面。</translation>
    </message>
    <message>
        <source>The library is empty. Drop photographs of surfaces onto the left side; the file name becomes the id.</source>
        <translation>库是空的。把表面的照片拖到左侧；每个表面以其文件名命名。</translation>
    </message>
    <message>
        <source>Drop a photograph here to see which of the surfaces it shows.</source>
        <translation>把一张照片拖到这里，看看它显示的是哪个表面。</translation>
    </message>
    <message>
        <source>Opening the library</source>
        <translation>正在打开库</translation>
    </message>
    <message numerus="yes">
        <source>Identifying: %n to go</source>
        <translation>
            <numerusform>正在识别：还剩 %n 张</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a library</source>
        <translation>打开库</translation>
    </message>
    <message>
        <source>Save the new library as</source>
        <translation>新库另存为</translation>
    </message>
    <message>
        <source>surfaces</source>
        <translation>surfaces</translation>
    </message>
    <message>
        <source>Libraries of surfaces (*.esl)</source>
        <translation>表面库 (*.esl)</translation>
    </message>
    <message>
        <source>Add photographs</source>
        <translation>添加照片</translation>
    </message>
    <message>
        <source>Identify photographs</source>
        <translation>识别照片</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>图片 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>picture %1</source>
        <translation>图片 %1</translation>
    </message>
    <message>
        <source>Open this library</source>
        <translation>打开这个库</translation>
    </message>
    <message>
        <source>Make a library of these</source>
        <translation>用这些建库</translation>
    </message>
    <message>
        <source>from photographs or folders of photographs</source>
        <translation>照片或照片文件夹</translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation>添加到库</translation>
    </message>
    <message>
        <source>as new surfaces</source>
        <translation>作为新的表面</translation>
    </message>
    <message>
        <source>Which surface is this?</source>
        <translation>这是哪个表面？</translation>
    </message>
    <message>
        <source>photographs, or folders of photographs</source>
        <translation>照片或照片文件夹</translation>
    </message>
</context>
<context>
    <name>espy::desktop::IndexDialog</name>
    <message>
        <source>Include &amp;subfolders</source>
        <translation>包含子文件夹(&amp;S)</translation>
    </message>
    <message>
        <source>Progress of the index</source>
        <translation>索引进度</translation>
    </message>
    <message>
        <source>Do not make the index</source>
        <translation>不创建索引</translation>
    </message>
    <message>
        <source>Make an index</source>
        <translation>创建索引</translation>
    </message>
    <message>
        <source>Also adds the pictures in subfolders</source>
        <translation>同时添加子文件夹中的图片</translation>
    </message>
    <message>
        <source>State of the index</source>
        <translation>索引状态</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>选择：%1</translation>
    </message>
    <message>
        <source>&amp;Pictures</source>
        <translation>图片(&amp;P)</translation>
    </message>
    <message>
        <source>The folder of the pictures</source>
        <translation>图片所在的文件夹</translation>
    </message>
    <message>
        <source>&amp;Index</source>
        <translation>索引(&amp;I)</translation>
    </message>
    <message>
        <source>The index, a folder that does not exist yet</source>
        <translation>索引，一个尚不存在的文件夹</translation>
    </message>
    <message>
        <source>&amp;Make</source>
        <translation>创建(&amp;M)</translation>
    </message>
    <message>
        <source>Makes the index, and adds it to the needles</source>
        <translation>创建索引，并将其加入查找图</translation>
    </message>
    <message>
        <source>Pictures for the index</source>
        <translation>用于索引的图片</translation>
    </message>
    <message>
        <source>Where the index is to be</source>
        <translation>索引的位置</translation>
    </message>
    <message>
        <source>Indexes (*.esi)</source>
        <translation>索引 (*.esi)</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 不是文件夹。</translation>
    </message>
    <message>
        <source>%1 has no picture.</source>
        <translation>%1 中没有图片。</translation>
    </message>
    <message>
        <source>Stopped: no index was made.</source>
        <translation>已停止：未创建索引。</translation>
    </message>
    <message>
        <source>%1: %2 pictures.</source>
        <translation>%1：%2 张图片。</translation>
    </message>
    <message>
        <source>%1 could not be added. %2</source>
        <translation>%1 张无法添加。%2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Job</name>
    <message>
        <source>Not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeBar</name>
    <message>
        <source>Judge</source>
        <translation>评判器</translation>
    </message>
    <message>
        <source>State of the judge</source>
        <translation>评判器状态</translation>
    </message>
    <message>
        <source>Progress of learning</source>
        <translation>学习进度</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Learns from your labels to separate true matches from false ones</source>
        <translation>根据您的标注学习区分真匹配与假匹配</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stops learning</source>
        <translation>停止学习</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Also shows the matches that the judge rejects</source>
        <translation>同时显示评判器剔除的匹配</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undoes the learning</source>
        <translation>撤销学习</translation>
    </message>
    <message>
        <source>How sure...</source>
        <translation>把握如何…</translation>
    </message>
    <message>
        <source>Precision and recall on labels that it had not seen, and its least certain matches</source>
        <translation>在未见过的标注上的精确率和召回率，以及最没有把握的匹配</translation>
    </message>
    <message>
        <source>%1 yes, %2 no</source>
        <translation>%1 个是，%2 个否</translation>
    </message>
    <message>
        <source>Learning from %1</source>
        <translation>正在学习：%1</translation>
    </message>
    <message>
        <source>Learn from %1</source>
        <translation>学习：%1</translation>
    </message>
    <message>
        <source>%1. Say Yes to at least %2 matches and No to %2, then press Learn.</source>
        <translation>%1。请至少对 %2 个匹配按“是”，对 %2 个按“否”，然后按“学习”。</translation>
    </message>
    <message>
        <source>The judge is no better than the score; no match is removed.</source>
        <translation>评判器并不优于得分；没有移除任何匹配。</translation>
    </message>
    <message numerus="yes">
        <source>%n rejected by the judge.</source>
        <translation>
            <numerusform>评判器剔除了 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Learn again</source>
        <translation>重新学习</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>ROC AUC: how often a true match is rated higher than a false one, on labels that the judge had not seen; then the same for the score alone</source>
        <translation>ROC AUC：在评判器未见过的标注上，真匹配评分高于假匹配的比例；其后为仅凭得分的比例</translation>
    </message>
    <message>
        <source>Forget others</source>
        <translation>忘掉其他</translation>
    </message>
    <message>
        <source>Removes your labels in other pictures</source>
        <translation>移除您在其他图片中的标注</translation>
    </message>
    <message>
        <source>%1, %2 of %3 from other pictures</source>
        <translation>%1，%3 个中有 %2 个来自其他图片</translation>
    </message>
    <message>
        <source>Learning from %1, by %2</source>
        <translation>正在从 %1 学习，使用 %2</translation>
    </message>
    <message>
        <source>Learned rule ranks %1 % of your labels correctly; score alone %2 %.</source>
        <translation>学到的规则正确排列了 %1 % 的标注；仅凭得分为 %2 %。</translation>
    </message>
    <message>
        <source>A network learned the rule.</source>
        <translation>规则由网络学得。</translation>
    </message>
    <message>
        <source>A regression learned the rule.</source>
        <translation>规则由回归学得。</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Sets this minimum score</source>
        <translation>设为最低得分</translation>
    </message>
    <message>
        <source>The score separates them: minimum %1.</source>
        <translation>得分可以区分它们：最低 %1。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeController</name>
    <message>
        <source>Nothing was learned: %1</source>
        <translation>没有学到任何内容：%1</translation>
    </message>
    <message>
        <source>Matches could not be judged: %1</source>
        <translation>无法评判匹配：%1</translation>
    </message>
    <message>
        <source>learn which matches of %1 are true</source>
        <translation>学习 %1 的哪些匹配是真的</translation>
    </message>
    <message>
        <source>remove the judge of %1</source>
        <translation>移除 %1 的评判器</translation>
    </message>
    <message>
        <source>change the judge of %1</source>
        <translation>更改 %1 的评判器</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>load a judge of %1</source>
        <translation>为 %1 载入评判器</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeCurve</name>
    <message>
        <source>Precision over recall</source>
        <translation>精确率与召回率</translation>
    </message>
    <message>
        <source>Drag the point, or move it with the arrow keys</source>
        <translation>拖动该点，或用方向键移动</translation>
    </message>
    <message>
        <source>precision %1 %, recall %2 %</source>
        <translation>精确率 %1 %，召回率 %2 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeLink</name>
    <message>
        <source>Save the judge</source>
        <translation>保存评判器</translation>
    </message>
    <message>
        <source>Espy judges (*.esj)</source>
        <translation>Espy 评判器 (*.esj)</translation>
    </message>
    <message>
        <source>Load a judge</source>
        <translation>载入评判器</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeView</name>
    <message>
        <source>Confidence of the judge</source>
        <translation>评判器的可信度</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>精确率和召回率</translation>
    </message>
    <message>
        <source>Least sure</source>
        <translation>最没有把握</translation>
    </message>
    <message>
        <source>&amp;Least sure</source>
        <translation>最没有把握(&amp;L)</translation>
    </message>
    <message>
        <source>Goes to the match that the judge is least sure of</source>
        <translation>转到评判器最没有把握的匹配</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>This is a true match</source>
        <translation>这是真匹配</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>This only looks like the needle</source>
        <translation>这只是像查找图</translation>
    </message>
    <message>
        <source>Labels of these matches teach the judge most; label them, then learn again.</source>
        <translation>标注这些匹配对评判器的学习最有帮助；标注后请重新学习。</translation>
    </message>
    <message>
        <source>Match %1: is it a true one?</source>
        <translation>匹配 %1：是真的吗？</translation>
    </message>
    <message>
        <source>To keep about %1 % of the true matches, the judge keeps those with a probability of %2 or more. On labels that it had not seen, the recall is %3 % and the precision %4 %.</source>
        <translation>为保留约 %1 % 的真匹配，评判器保留概率不低于 %2 的匹配。在未见过的标注上，召回率为 %3 %，精确率为 %4 %。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabCharts</name>
    <message>
        <source>pending</source>
        <translation>待运行</translation>
    </message>
    <message>
        <source>published: %1</source>
        <translation>已发表：%1</translation>
    </message>
    <message>
        <source>G operations/s</source>
        <translation>十亿次操作/秒</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/秒</translation>
    </message>
    <message>
        <source>share of the floor</source>
        <translation>占实测上限的比例</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>ideal: speed-up equal to the number of threads</source>
        <translation>理想情况：加速比等于线程数</translation>
    </message>
    <message>
        <source>G %1/s</source>
        <translation>十亿 %1/秒</translation>
    </message>
    <message>
        <source>whole run %1 ms, n = %2</source>
        <translation>完整运行 %1 毫秒，n = %2</translation>
    </message>
    <message>
        <source>work only, ms</source>
        <translation>仅计算，毫秒</translation>
    </message>
    <message>
        <source>whole run, ms</source>
        <translation>完整运行，毫秒</translation>
    </message>
    <message>
        <source>speed-up S, work only</source>
        <translation>加速比 S，仅计算</translation>
    </message>
    <message>
        <source>speed-up S, whole run</source>
        <translation>加速比 S，完整运行</translation>
    </message>
    <message>
        <source>relative speed-up RS, work only</source>
        <translation>相对加速比 RS，仅计算</translation>
    </message>
    <message>
        <source>efficiency E, work only</source>
        <translation>效率 E，仅计算</translation>
    </message>
    <message>
        <source>items/s</source>
        <translation>项/秒</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabFigures</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>cannot run here: %1</source>
        <translation>无法在此运行：%1</translation>
    </message>
    <message>
        <source>✓ same</source>
        <translation>✓ 相同</translation>
    </message>
    <message>
        <source>✗ different</source>
        <translation>✗ 不同</translation>
    </message>
    <message>
        <source>published, milliseconds: %1. %2</source>
        <translation>已发表，毫秒：%1。%2</translation>
    </message>
    <message>
        <source>✗ %1 different</source>
        <translation>✗ %1 处不同</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabForm</name>
    <message>
        <source>%1; %L2 to %L3</source>
        <translation>%1；%L2 至 %L3</translation>
    </message>
    <message>
        <source>Parameter %1</source>
        <translation>参数 %1</translation>
    </message>
    <message>
        <source>Parameter that is swept</source>
        <translation>要扫描的参数</translation>
    </message>
    <message>
        <source>Runs the experiment once for each of several values of this parameter</source>
        <translation>对该参数的多个值各运行一次实验</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>S&amp;weep:</source>
        <translation>扫描(&amp;W)：</translation>
    </message>
    <message>
        <source>Values of the sweep</source>
        <translation>扫描的值</translation>
    </message>
    <message>
        <source>values, separated by commas</source>
        <translation>各个值，以逗号分隔</translation>
    </message>
    <message>
        <source>Error in the sweep</source>
        <translation>扫描设置中的错误</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabPage</name>
    <message>
        <source>Medians of %1 runs with median absolute deviations, the first run separate.</source>
        <translation>%1 次运行的中位数及绝对中位差，首次运行单独列出。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabSweep</name>
    <message>
        <source>“%1” is not one of these: %2.</source>
        <translation>“%1”不在以下各项之中：%2。</translation>
    </message>
    <message>
        <source>“%1” is not a whole number.</source>
        <translation>“%1”不是整数。</translation>
    </message>
    <message>
        <source>%1 is not between %2 and %3.</source>
        <translation>%1 不在 %2 与 %3 之间。</translation>
    </message>
    <message>
        <source>A sweep needs at least two values.</source>
        <translation>扫描至少需要两个值。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabTable</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>only the first run</source>
        <translation>仅首次运行</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待运行</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>MAD, ms</source>
        <translation>MAD，毫秒</translation>
    </message>
    <message>
        <source>Mean, ms</source>
        <translation>平均值，毫秒</translation>
    </message>
    <message>
        <source>SD, ms</source>
        <translation>标准差，毫秒</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>RS</source>
        <translation>RS</translation>
    </message>
    <message>
        <source>E</source>
        <translation>E</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/秒</translation>
    </message>
    <message>
        <source>G %1/s</source>
        <translation>十亿 %1/秒</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>次操作</translation>
    </message>
    <message>
        <source>Of the floor</source>
        <translation>占上限</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The value of the swept parameter</source>
        <translation>被扫描参数的值</translation>
    </message>
    <message>
        <source>Milliseconds of the work, without transfers to and from a GPU: the median of the runs after the first</source>
        <translation>计算所用毫秒数，不含与 GPU 之间的传输：首次之后各次运行的中位数</translation>
    </message>
    <message>
        <source>Median absolute deviation from the median</source>
        <translation>相对于中位数的绝对中位差</translation>
    </message>
    <message>
        <source>The mean of the same runs</source>
        <translation>同样这些运行的平均值</translation>
    </message>
    <message>
        <source>The standard deviation of the same runs</source>
        <translation>同样这些运行的标准差</translation>
    </message>
    <message>
        <source>The first run, everything included. It is not part of the other figures.</source>
        <translation>首次运行，包含一切，不计入其他数值。</translation>
    </message>
    <message>
        <source>Milliseconds of whole runs, everything included: median ± MAD</source>
        <translation>整次运行的毫秒数，包含一切：中位数 ± MAD</translation>
    </message>
    <message>
        <source>Runs after the first</source>
        <translation>首次之后的运行次数</translation>
    </message>
    <message>
        <source>Speed-up: the time of “sequential” divided by this one&apos;s</source>
        <translation>加速比：“sequential”的时间除以此项的时间</translation>
    </message>
    <message>
        <source>The same, of whole runs</source>
        <translation>同上，按整次运行计</translation>
    </message>
    <message>
        <source>Relative speed-up: over the same strategy on one thread; on a GPU, over “naive”</source>
        <translation>相对加速比：与同一方法单线程相比；在 GPU 上与“naive”相比</translation>
    </message>
    <message>
        <source>Efficiency: the speed-up divided by the number of threads; 1 is ideal</source>
        <translation>效率：加速比除以线程数；理想值为 1</translation>
    </message>
    <message>
        <source>The least amount of data that must move, per second of work</source>
        <translation>计算每秒至少要搬运的数据量</translation>
    </message>
    <message>
        <source>The operations that must be done, per second of work</source>
        <translation>计算每秒要完成的运算量</translation>
    </message>
    <message>
        <source>This rate as a share of the best rate measured on this machine</source>
        <translation>该速率占本机实测最高速率的比例</translation>
    </message>
    <message>
        <source>Did every run return the expected result?</source>
        <translation>每次运行是否都得到了预期的结果？</translation>
    </message>
    <message>
        <source>Work only, ms</source>
        <translation>仅计算，毫秒</translation>
    </message>
    <message>
        <source>First whole run, ms</source>
        <translation>首次完整运行，毫秒</translation>
    </message>
    <message>
        <source>Whole run, ms</source>
        <translation>完整运行，毫秒</translation>
    </message>
    <message>
        <source>S, work only</source>
        <translation>S，仅计算</translation>
    </message>
    <message>
        <source>S, whole run</source>
        <translation>S，完整运行</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>Items processed per second of work</source>
        <translation>计算每秒处理的对象数</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabView</name>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Lab - Espy</source>
        <translation>实验室 - Espy</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Title of the experiment</source>
        <translation>实验标题</translation>
    </message>
    <message>
        <source>About the experiment</source>
        <translation>关于该实验</translation>
    </message>
    <message>
        <source>&amp;Experiment:</source>
        <translation>实验(&amp;E)：</translation>
    </message>
    <message>
        <source>Runs of each strategy after the first</source>
        <translation>每种方法在首次之后的运行次数</translation>
    </message>
    <message>
        <source>Runs of each strategy, after a first run that is shown separately</source>
        <translation>每种方法的运行次数，首次运行单独列出</translation>
    </message>
    <message>
        <source>&amp;Number of runs:</source>
        <translation>运行次数(&amp;N)：</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>实验进度</translation>
    </message>
    <message>
        <source>Time of each strategy</source>
        <translation>每种方法的时间</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>median ± MAD</source>
        <translation>中位数 ± MAD</translation>
    </message>
    <message>
        <source>first run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <source>published</source>
        <translation>已发表</translation>
    </message>
    <message>
        <source>Press Run to see where each strategy spends its time and, in a sweep, how that time grows.</source>
        <translation>点击“运行”后，这里显示每种方法的时间花在何处；扫描参数时还显示时间如何增长。</translation>
    </message>
    <message>
        <source>Figures over the parameter</source>
        <translation>随参数变化的数值</translation>
    </message>
    <message>
        <source>No strategy has this figure here.</source>
        <translation>此处没有任何方法具有该数值。</translation>
    </message>
    <message>
        <source>Figures of each strategy</source>
        <translation>每种方法的数值</translation>
    </message>
    <message>
        <source>Settings of the experiment</source>
        <translation>实验设置</translation>
    </message>
    <message>
        <source>Conclusions</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>What the lines show</source>
        <translation>折线显示的内容</translation>
    </message>
    <message>
        <source>The figure that is drawn over the swept parameter</source>
        <translation>随被扫描参数绘制的数值</translation>
    </message>
    <message>
        <source>Axis of the parameter</source>
        <translation>参数轴</translation>
    </message>
    <message>
        <source>Axis of the figures</source>
        <translation>数值轴</translation>
    </message>
    <message>
        <source>&amp;Show:</source>
        <translation>显示(&amp;S)：</translation>
    </message>
    <message>
        <source>&amp;Parameter axis:</source>
        <translation>参数轴(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Figure axis:</source>
        <translation>数值轴(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Cancel the experiment</source>
        <translation>取消实验</translation>
    </message>
    <message>
        <source>Run the experiment</source>
        <translation>运行实验</translation>
    </message>
    <message>
        <source>The experiment ended early: %1</source>
        <translation>实验提前结束：%1</translation>
    </message>
    <message>
        <source>Cancelled. The measurements so far are shown.</source>
        <translation>已取消。显示此前的测量结果。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabelMatches</name>
    <message>
        <source>label as true</source>
        <translation>标为真</translation>
    </message>
    <message>
        <source>label as false</source>
        <translation>标为假</translation>
    </message>
    <message>
        <source>remove a label</source>
        <translation>取消标注</translation>
    </message>
    <message>
        <source>remove the labels in other pictures</source>
        <translation>移除其他图片中的标注</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LanesView</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a range, and its unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>No recording</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>motif at %1, %2, lanes: %3</source>
        <translation>片段位于 %1，%2，轨道数：%3</translation>
    </message>
    <message>
        <source>matches: %1</source>
        <translation>匹配：%1</translation>
    </message>
    <message>
        <source>Show the lane&apos;s whole &amp;range	F</source>
        <translation>显示该轨道的全部范围(&amp;R)	F</translation>
    </message>
    <message>
        <source>&amp;Fit the lane to the visible part	F</source>
        <translation>使该轨道适合可见部分(&amp;F)	F</translation>
    </message>
    <message>
        <source>Remove the lane from the &amp;motif	Ins</source>
        <translation>把该轨道从片段中移除(&amp;M)	Ins</translation>
    </message>
    <message>
        <source>Add the lane to the &amp;motif	Ins</source>
        <translation>把该轨道加入片段(&amp;M)	Ins</translation>
    </message>
    <message>
        <source>Move the lane &amp;up	Alt+Up</source>
        <translation>上移该轨道(&amp;U)	Alt+↑</translation>
    </message>
    <message>
        <source>Move the lane &amp;down	Alt+Down</source>
        <translation>下移该轨道(&amp;D)	Alt+↓</translation>
    </message>
    <message>
        <source>&amp;Hide the lane</source>
        <translation>隐藏该轨道(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Show all lanes</source>
        <translation>显示所有轨道(&amp;S)</translation>
    </message>
    <message>
        <source>%1 times</source>
        <comment>as high</comment>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>lanes hidden: %1</source>
        <translation>隐藏的轨道：%1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LibraryPanel</name>
    <message>
        <source>&amp;Add photographs...</source>
        <translation>添加照片(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Opens a library of known surfaces, or makes one</source>
        <translation>打开或新建一个已知表面的库</translation>
    </message>
    <message>
        <source>Contents of the library</source>
        <translation>库的内容</translation>
    </message>
    <message>
        <source>Adds photographs of surfaces; the file name becomes the id</source>
        <translation>添加表面的照片；每个表面以其文件名命名</translation>
    </message>
    <message>
        <source>Removes the selected surfaces from the library</source>
        <translation>将所选表面从库中移除</translation>
    </message>
    <message>
        <source>Filter ids</source>
        <translation>筛选名称</translation>
    </message>
    <message>
        <source>Ids that begin with...</source>
        <translation>以此开头的名称…</translation>
    </message>
    <message>
        <source>Ids of the library</source>
        <translation>库中的名称</translation>
    </message>
    <message>
        <source>Enter shows the surface</source>
        <translation>按 Enter 键显示该表面</translation>
    </message>
    <message>
        <source>&amp;Open a library...</source>
        <translation>打开库(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;New library...</source>
        <translation>新建库(&amp;N)…</translation>
    </message>
    <message>
        <source>Opening...</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>No library</source>
        <translation>没有库</translation>
    </message>
    <message>
        <source>No id begins with this</source>
        <translation>没有以此开头的名称</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LineChart</name>
    <message>
        <source>%1 at %2</source>
        <translation>%2 处为 %1</translation>
    </message>
    <message>
        <source>, plus or minus %1</source>
        <translation>，正负 %1</translation>
    </message>
    <message>
        <source>%1 over %2. %3.</source>
        <translation>%1 随 %2 的变化。%3。</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>not measured at %1: %2</source>
        <translation>在 %1 处未测量：%2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LiveNeedles</name>
    <message>
        <source>change needle %1</source>
        <translation>更改查找图 %1</translation>
    </message>
    <message>
        <source>Open needles</source>
        <translation>打开查找图</translation>
    </message>
    <message>
        <source>pasted %1</source>
        <translation>粘贴 %1</translation>
    </message>
    <message>
        <source>cut %1</source>
        <translation>裁剪 %1</translation>
    </message>
    <message>
        <source>cut out</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>%1: an index cannot be searched for live.</source>
        <translation>%1：无法实时查找索引。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LiveView</name>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Look for these pictures</source>
        <translation>查找这些图片</translation>
    </message>
    <message>
        <source>they become needles; a video is played</source>
        <translation>它们将成为查找图；视频将被播放</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Chooses a screen, a window, a camera or a video</source>
        <translation>选择屏幕、窗口、摄像头或视频</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Stops at this frame, or goes on (Space)</source>
        <translation>停在此帧，或继续（空格键）</translation>
    </message>
    <message>
        <source>Record events</source>
        <translation>记录事件</translation>
    </message>
    <message>
        <source>Writes the events to a CSV file</source>
        <translation>将事件写入 CSV 文件</translation>
    </message>
    <message>
        <source>Record video</source>
        <translation>录制视频</translation>
    </message>
    <message>
        <source>Writes the frames with outlines as a video</source>
        <translation>将带轮廓的画面写成视频</translation>
    </message>
    <message>
        <source>Open in the main window</source>
        <translation>在主窗口中打开</translation>
    </message>
    <message>
        <source>Opens this frame as the picture to search in</source>
        <translation>将此帧作为要查找的图片打开</translation>
    </message>
    <message>
        <source>What is watched</source>
        <translation>监视的内容</translation>
    </message>
    <message>
        <source>Milliseconds of each frame</source>
        <translation>每帧的毫秒数</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>What each stage of a frame takes is drawn here.</source>
        <translation>这里显示每帧各阶段所用的时间。</translation>
    </message>
    <message>
        <source>What to do first</source>
        <translation>首先做什么</translation>
    </message>
    <message>
        <source>Watch a screen, a camera or a video, and see at once where a picture appears.

Drag a rectangle over what to find while it runs, or drop a picture of it here.</source>
        <translation>监视屏幕、摄像头或视频，立即看到图片出现在哪里。

运行时用矩形框选要查找的内容，或将其图片拖到这里。</translation>
    </message>
    <message>
        <source>The whole &amp;screen</source>
        <translation>整个屏幕(&amp;S)</translation>
    </message>
    <message>
        <source>Watches all monitors</source>
        <translation>监视所有显示器</translation>
    </message>
    <message>
        <source>A &amp;region...</source>
        <translation>区域(&amp;R)…</translation>
    </message>
    <message>
        <source>Watches a part of the screen</source>
        <translation>监视屏幕的一部分</translation>
    </message>
    <message>
        <source>A &amp;window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Watches a window of another program</source>
        <translation>监视其他程序的窗口</translation>
    </message>
    <message>
        <source>A &amp;camera</source>
        <translation>摄像头(&amp;C)</translation>
    </message>
    <message>
        <source>Watches a camera</source>
        <translation>监视摄像头</translation>
    </message>
    <message>
        <source>A v&amp;ideo...</source>
        <translation>视频(&amp;I)…</translation>
    </message>
    <message>
        <source>Plays a video file</source>
        <translation>播放视频文件</translation>
    </message>
    <message>
        <source>How to search</source>
        <translation>搜索方式</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>What happened to the needles, the latest below</source>
        <translation>查找图发生的事件，最新的在下方</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Still after</source>
        <translation>静止时限</translation>
    </message>
    <message>
        <source>Seconds without a change after which the event &quot;still&quot; is listed</source>
        <translation>无变化达到此秒数后列出“静止”事件</translation>
    </message>
    <message>
        <source>S&amp;till after</source>
        <translation>静止时限(&amp;T)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>region of the screen</source>
        <translation>屏幕区域</translation>
    </message>
    <message>
        <source>Nothing is watched.</source>
        <translation>未在监视任何内容。</translation>
    </message>
    <message>
        <source>opening...</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
    <message>
        <source>frozen at %1 s</source>
        <translation>冻结于 %1 秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 frames/s</source>
        <translation>%1 帧/秒</translation>
    </message>
    <message>
        <source>%1 dropped</source>
        <translation>丢弃 %1 帧</translation>
    </message>
    <message>
        <source>%1 % searched</source>
        <translation>已查找 %1 %</translation>
    </message>
    <message>
        <source>%1 at %2 s</source>
        <translation>%1，%2 秒</translation>
    </message>
    <message>
        <source>Record the video</source>
        <translation>录制视频</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>MPEG-4 video (*.mp4)</source>
        <translation>MPEG-4 视频 (*.mp4)</translation>
    </message>
    <message>
        <source>Matroska video (*.mkv)</source>
        <translation>Matroska 视频 (*.mkv)</translation>
    </message>
    <message>
        <source>WebM video (*.webm)</source>
        <translation>WebM 视频 (*.webm)</translation>
    </message>
    <message>
        <source>AVI video (*.avi)</source>
        <translation>AVI 视频 (*.avi)</translation>
    </message>
    <message>
        <source>Record the events</source>
        <translation>记录事件</translation>
    </message>
    <message>
        <source>events</source>
        <translation>events</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>The video has ended.</source>
        <translation>视频已结束。</translation>
    </message>
    <message>
        <source>The stream has ended.</source>
        <translation>流已结束。</translation>
    </message>
    <message>
        <source>Play again</source>
        <translation>再次播放</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Drag a rectangle over the part to watch.</source>
        <translation>用矩形框选要监视的部分。</translation>
    </message>
    <message>
        <source>Opening...</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>Drag a rectangle over what to find, or drop a needle.</source>
        <translation>在要查找的东西上拖出一个矩形，或拖放一个查找图。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MachineFacts</name>
    <message>
        <source>optimised</source>
        <translation>优化版</translation>
    </message>
    <message>
        <source>for debugging</source>
        <translation>调试版</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 个核心</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 个核心</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MainWindow</name>
    <message>
        <source>Espy</source>
        <translation>Espy</translation>
    </message>
    <message>
        <source>&amp;Recent pictures</source>
        <translation>最近的图片(&amp;R)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>The samples are not installed with this program.</source>
        <translation>此程序没有安装示例。</translation>
    </message>
    <message>
        <source>%1 has changed on disk.</source>
        <translation>%1 在磁盘上已更改。</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Your last session was not saved.</source>
        <translation>上次的工作没有保存。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>%1[*] - Espy</source>
        <translation>%1[*] - Espy</translation>
    </message>
    <message>
        <source>%1[*], %2 x %3 - Espy</source>
        <translation>%1[*]，%2 x %3 - Espy</translation>
    </message>
    <message>
        <source>%1 is an index, not a picture.</source>
        <translation>%1 是索引，不是图片。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MatchList</name>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Rank in the search, best first</source>
        <translation>搜索中的排名，最佳在前</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>查找图</translation>
    </message>
    <message>
        <source>The needle that was found here</source>
        <translation>在此处找到的查找图</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Column of the upper-left pixel, from 0</source>
        <translation>左上角像素的列，从 0 开始</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Row of the upper-left pixel, from 0</source>
        <translation>左上角像素的行，从 0 开始</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Width and height in pixels</source>
        <translation>宽度和高度（像素）</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>How similar they are; 1 is identical</source>
        <translation>相似程度；1 为完全相同</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Sum of the differences of all samples; 0 is identical</source>
        <translation>所有采样值差异之和；0 为完全相同</translation>
    </message>
    <message>
        <source>%1 at %2, %3: %4 x %5 pixels, score %6</source>
        <translation>%1，位于 %2, %3：%4 x %5 像素，得分 %6</translation>
    </message>
    <message>
        <source>, distance %1</source>
        <translation>，距离 %1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>Rotation of the needle in degrees, counter-clockwise</source>
        <translation>查找图的旋转角度（度，逆时针）</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>Size relative to the needle; 2 is twice as large</source>
        <translation>相对于查找图的大小；2 为两倍</translation>
    </message>
    <message>
        <source>Mirrored</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Whether the needle is mirrored left to right, before it is turned</source>
        <translation>查找图在旋转之前是否左右镜像</translation>
    </message>
    <message>
        <source>, turned by %1°, scale %2</source>
        <translation>，旋转 %1°，比例 %2</translation>
    </message>
    <message>
        <source>, mirrored</source>
        <translation>，镜像</translation>
    </message>
    <message>
        <source>True?</source>
        <translation>真？</translation>
    </message>
    <message>
        <source>Your label: a true match, or not</source>
        <translation>您的标注：是否真匹配</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>评判器</translation>
    </message>
    <message>
        <source>Probability that this is a true match, 0 to 1</source>
        <translation>这是真匹配的概率，0 到 1</translation>
    </message>
    <message>
        <source>true</source>
        <translation>真</translation>
    </message>
    <message>
        <source>false</source>
        <translation>假</translation>
    </message>
    <message>
        <source>, judge %1</source>
        <translation>，评判器 %1</translation>
    </message>
    <message>
        <source>%1 of %2 matches</source>
        <translation>%1 / %2 个匹配</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 个匹配</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 个匹配</translation>
    </message>
    <message>
        <source>, %1 % of the outline seen</source>
        <translation>，可见轮廓的 %1 %</translation>
    </message>
    <message>
        <source>, parts turned by %1</source>
        <translation>，各部分转动 %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Minimap</name>
    <message>
        <source>Minimap</source>
        <translation>小地图</translation>
    </message>
    <message>
        <source>The whole picture, small. Click or drag to move the view.</source>
        <translation>缩小的整张图片。点击或拖动可移动视图。</translation>
    </message>
    <message>
        <source>The whole picture: click or drag to move the view</source>
        <translation>整张图片：点击或拖动可移动视图</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MinimumSlider</name>
    <message>
        <source>Shows only matches with at least this score</source>
        <translation>只显示得分不低于此值的匹配</translation>
    </message>
    <message>
        <source>Minimum score, slider</source>
        <translation>最低得分，滑块</translation>
    </message>
    <message>
        <source>Minimum score</source>
        <translation>最低得分</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MotifForm</name>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Where to compute: on the CPU or on a GPU</source>
        <translation>在何处计算：CPU 或 GPU</translation>
    </message>
    <message>
        <source>Engine:</source>
        <translation>引擎：</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>How the motif is compared with the recording</source>
        <translation>片段与记录的比较方法</translation>
    </message>
    <message>
        <source>Warped (DTW)</source>
        <translation>弯曲 (DTW)</translation>
    </message>
    <message>
        <source>The match may be slower or faster in parts</source>
        <translation>匹配的局部可以更慢或更快</translation>
    </message>
    <message>
        <source>Straight (Euclid)</source>
        <translation>逐点 (欧氏)</translation>
    </message>
    <message>
        <source>Sample by sample, by the squares of their differences</source>
        <translation>逐个采样，按差的平方</translation>
    </message>
    <message>
        <source>Straight (SAD)</source>
        <translation>逐点 (SAD)</translation>
    </message>
    <message>
        <source>Sample by sample, by their differences</source>
        <translation>逐个采样，按差的绝对值</translation>
    </message>
    <message>
        <source>Method:</source>
        <translation>方法：</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>How both are normalised before they are compared</source>
        <translation>比较之前如何对两者归一化</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>The default of the method</source>
        <translation>该方法的默认设置</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Ignores level and amplitude</source>
        <translation>忽略水平和幅度</translation>
    </message>
    <message>
        <source>Shape, amplitude</source>
        <translation>形状和幅度</translation>
    </message>
    <message>
        <source>Ignores the level</source>
        <translation>忽略水平</translation>
    </message>
    <message>
        <source>Scaled values</source>
        <translation>缩放后的值</translation>
    </message>
    <message>
        <source>Divided by the scale of the whole channel</source>
        <translation>除以整个通道的尺度</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Without normalisation</source>
        <translation>不做归一化</translation>
    </message>
    <message>
        <source>Normalisation:</source>
        <translation>归一化：</translation>
    </message>
    <message>
        <source>Warping</source>
        <translation>弯曲</translation>
    </message>
    <message>
        <source>Largest time shift between matched samples, as a share of the motif&apos;s length</source>
        <translation>对应采样之间的最大时间偏移，以片段长度的比例计</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Warping:</source>
        <translation>弯曲：</translation>
    </message>
    <message>
        <source>Any length</source>
        <translation>任意长度</translation>
    </message>
    <message>
        <source>The match may begin and end anywhere and have any length</source>
        <translation>匹配可在任意处开始和结束，长度不限</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>The least length of a match, as a share of the motif&apos;s length</source>
        <translation>匹配的最小长度，以片段长度的比例计</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>The greatest length of a match, as a share of the motif&apos;s length</source>
        <translation>匹配的最大长度，以片段长度的比例计</translation>
    </message>
    <message>
        <source>Shortest:</source>
        <translation>最短：</translation>
    </message>
    <message>
        <source>Longest:</source>
        <translation>最长：</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>The number of best matches to list</source>
        <translation>要列出的最佳匹配数</translation>
    </message>
    <message>
        <source>Matches:</source>
        <translation>匹配：</translation>
    </message>
    <message>
        <source>Largest distance</source>
        <translation>最大距离</translation>
    </message>
    <message>
        <source>any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Largest distance:</source>
        <translation>最大距离：</translation>
    </message>
    <message>
        <source>Several channels</source>
        <translation>多个通道</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>How the distances of the channels are combined</source>
        <translation>各通道的距离如何合并</translation>
    </message>
    <message>
        <source>Each separately</source>
        <translation>各自比较</translation>
    </message>
    <message>
        <source>Warped together</source>
        <translation>一起弯曲</translation>
    </message>
    <message>
        <source>Mean of those that match best</source>
        <translation>最相符通道的平均</translation>
    </message>
    <message>
        <source>Channels:</source>
        <translation>通道：</translation>
    </message>
    <message>
        <source>Shifted</source>
        <translation>错开</translation>
    </message>
    <message>
        <source>The most samples by which a channel may lie earlier or later</source>
        <translation>通道最多可提前或推后的采样数</translation>
    </message>
    <message>
        <source>Shifted:</source>
        <translation>错开：</translation>
    </message>
    <message>
        <source>Switched</source>
        <translation>对调</translation>
    </message>
    <message>
        <source>A channel may match another one that is up to this many channels away</source>
        <translation>通道可与相隔不超过这么多个通道的另一通道匹配</translation>
    </message>
    <message>
        <source>Switched:</source>
        <translation>对调：</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>The number of channels that may be missing</source>
        <translation>允许缺失的通道数</translation>
    </message>
    <message>
        <source>Missing:</source>
        <translation>缺失：</translation>
    </message>
    <message>
        <source>In all channels</source>
        <translation>在所有通道中</translation>
    </message>
    <message>
        <source>Which matches</source>
        <translation>哪些匹配</translation>
    </message>
    <message>
        <source>The best matches, or all up to a distance</source>
        <translation>最佳匹配，或一定距离内的所有匹配</translation>
    </message>
    <message>
        <source>The best</source>
        <translation>最好的</translation>
    </message>
    <message>
        <source>A fixed number of matches, whatever their distance</source>
        <translation>固定数量的匹配，不论距离大小</translation>
    </message>
    <message>
        <source>All similar</source>
        <translation>所有相似的</translation>
    </message>
    <message>
        <source>Every match up to the largest distance</source>
        <translation>不超过最大距离的所有匹配</translation>
    </message>
    <message>
        <source>Matches with a larger distance are dropped; identical ones have distance 0. The list shows the distance of each match</source>
        <translation>距离更大的匹配会被舍去；完全相同的距离为 0。列表显示每个匹配的距离</translation>
    </message>
    <message>
        <source> samples</source>
        <translation> 个采样</translation>
    </message>
    <message>
        <source>Each channel of the motif may match any channel of the recording, not only its own</source>
        <translation>片段的每个通道可与记录的任一通道匹配，而不限于其原通道</translation>
    </message>
    <message>
        <source>Shows options that are rarely changed</source>
        <translation>显示很少更改的选项</translation>
    </message>
    <message>
        <source>Exclusion zone</source>
        <translation>排除区</translation>
    </message>
    <message>
        <source>Of matches that begin at most this many samples apart, only the best is kept. 0: no exclusion</source>
        <translation>起点相隔不超过这么多采样的匹配中，只保留最好的一个。0：不排除</translation>
    </message>
    <message>
        <source>a quarter</source>
        <translation>四分之一</translation>
    </message>
    <message>
        <source>Exclusion zone:</source>
        <translation>排除区：</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>The step between the lengths that are tried, from the shortest to the longest, as a share of the motif&apos;s length</source>
        <translation>从最短到最长，所尝试长度之间的步长，以片段长度的比例计</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Step:</source>
        <translation>步长：</translation>
    </message>
    <message>
        <source>Cost of a shift</source>
        <translation>错开代价</translation>
    </message>
    <message>
        <source>The cost added for each sample that a channel lies earlier or later. 0: a shift costs nothing</source>
        <translation>通道每提前或推后一个采样所加的代价。0：错开没有代价</translation>
    </message>
    <message>
        <source>Cost of a shift:</source>
        <translation>错开代价：</translation>
    </message>
    <message>
        <source>Cost of a switch</source>
        <translation>对调代价</translation>
    </message>
    <message>
        <source>The factor on the distance of a channel that is found in another one. 1: no cost</source>
        <translation>在另一通道中找到的通道，其距离所乘的系数。1：没有代价</translation>
    </message>
    <message>
        <source>Cost of a switch:</source>
        <translation>对调代价：</translation>
    </message>
    <message>
        <source>Missing above</source>
        <translation>缺失界限</translation>
    </message>
    <message>
        <source>A channel is missing if it differs by more than this share of the difference between the motif&apos;s channel and its own mean. In strong noise, use more</source>
        <translation>当差异超过片段该通道与其自身均值之差的这一比例时，视为该通道缺失。噪声大时取大一些</translation>
    </message>
    <message>
        <source>Missing above:</source>
        <translation>缺失界限：</translation>
    </message>
    <message>
        <source>%1.
%2</source>
        <comment>a tip, and why it is grey</comment>
        <translation>%1。
%2</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认：%1</translation>
    </message>
    <message>
        <source>Only for a method that warps</source>
        <translation>仅用于会弯曲的方法</translation>
    </message>
    <message>
        <source>&quot;Any length&quot; has no such limit</source>
        <translation>“任意长度”没有这个限制</translation>
    </message>
    <message>
        <source>Only if the shortest and the longest length differ</source>
        <translation>仅当最短与最长长度不同时</translation>
    </message>
    <message>
        <source>All matches up to the largest distance are listed</source>
        <translation>会列出不超过最大距离的所有匹配</translation>
    </message>
    <message>
        <source>0: identical</source>
        <translation>0：完全相同</translation>
    </message>
    <message>
        <source>The motif has one channel only</source>
        <translation>片段只有一个通道</translation>
    </message>
    <message>
        <source>With &quot;Any length&quot; all channels are warped together</source>
        <translation>选了“任意长度”时所有通道一起弯曲</translation>
    </message>
    <message>
        <source>Only if each channel is compared separately</source>
        <translation>仅当每个通道单独比较时</translation>
    </message>
    <message>
        <source>With &quot;In all channels&quot;, each may match any of them</source>
        <translation>选了“在所有通道中”时，每个通道可与任一通道匹配</translation>
    </message>
    <message>
        <source>Channels that are warped together cannot be missing</source>
        <translation>一起弯曲的通道不能缺失</translation>
    </message>
    <message>
        <source>Only if channels may be shifted</source>
        <translation>仅当通道可以错开时</translation>
    </message>
    <message>
        <source>Only if channels may be switched</source>
        <translation>仅当通道可以对调时</translation>
    </message>
    <message>
        <source>Only if channels may be missing</source>
        <translation>仅当通道可以缺失时</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>更多选项</translation>
    </message>
    <message>
        <source>More options (changed: %1)</source>
        <translation>更多选项（已更改：%1）</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MotifRunner</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: computed by another engine: %2</source>
        <translation>%1：由另一个引擎计算：%2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NameMap</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 x %2 cells of %3 x %4 pixels</source>
        <translation>%1 x %2 个单元格，每个 %3 x %4 像素</translation>
    </message>
    <message numerus="yes">
        <source>; %n more names</source>
        <translation>
            <numerusform>；另有 %n 个名称</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espy::desktop::NameMapCells</name>
    <message>
        <source>Map of names</source>
        <translation>名称图</translation>
    </message>
    <message>
        <source>Column %1, row %2: %3</source>
        <translation>第 %1 列，第 %2 行：%3</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NameMapView</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>State of the map</source>
        <translation>名称图状态</translation>
    </message>
    <message>
        <source>Names and their colours</source>
        <translation>名称及其颜色</translation>
    </message>
    <message>
        <source>Matches that lie side by side, such as tiles, are shown here by name</source>
        <translation>并排的匹配（例如图块）在此按名称显示</translation>
    </message>
    <message>
        <source>These matches do not lie side by side in a grid.</source>
        <translation>这些匹配没有在网格中并排排列。</translation>
    </message>
    <message>
        <source>%1 x %2 cells of %3 x %4 pixels</source>
        <translation>%1 x %2 个单元格，每个 %3 x %4 像素</translation>
    </message>
    <message>
        <source>; beside the grid: %1</source>
        <translation>；网格之外：%1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NeedleExport</name>
    <message>
        <source>Save the needle</source>
        <translation>保存查找图</translation>
    </message>
    <message>
        <source>Pictures (*.png *.ppm *.pam *.pgm *.tif *.bmp *.webp)</source>
        <translation>图片 (*.png *.ppm *.pam *.pgm *.tif *.bmp *.webp)</translation>
    </message>
    <message>
        <source>The needle was saved as %1.</source>
        <translation>查找图已保存为 %1。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NeedleFiles</name>
    <message>
        <source>%1: cannot be created: %2</source>
        <translation>%1：无法创建：%2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NeedleTray</name>
    <message>
        <source>%1, %2 x %3 pixels</source>
        <translation>%1，%2 x %3 像素</translation>
    </message>
    <message>
        <source>Needle %1, %2 x %3 pixels, %4</source>
        <translation>查找图 %1，%2 x %3 像素，%4</translation>
    </message>
    <message>
        <source>on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>%1, an index of %2 needles</source>
        <translation>%1，含 %2 个查找图的索引</translation>
    </message>
    <message>
        <source>Index %1 of %2 needles, %3</source>
        <translation>索引 %1，%2 个查找图，%3</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NightLink</name>
    <message>
        <source>It is getting dark...</source>
        <translation>天快黑了…</translation>
    </message>
    <message>
        <source>Label a few more people who are not him, and learn again.</source>
        <translation>再标注几个不是他的人，然后再学习一次。</translation>
    </message>
    <message>
        <source>Espy is learning...</source>
        <translation>Espy 正在学习…</translation>
    </message>
    <message>
        <source>One is left: there he is.</source>
        <translation>只剩一个：他就在那里。</translation>
    </message>
    <message numerus="yes">
        <source>%1 clicks and %2 photographs were enough to separate him from %n others, many with a higher score. He stands at %3, %4.</source>
        <translation>
            <numerusform>%1 次点击和 %2 张照片把他和另外 %n 个人区分开来，其中许多人的得分比他高。他站在 %3, %4。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 photographs show him in such light. His friends wear the same clothes, but only he wears glasses. Click a few people who are not him and press N, or let Espy click; then learn.</source>
        <translation>%1 张照片显示他在这种光线下的样子。他的朋友们穿着同样的衣服，但只有他戴眼镜。点击几个不是他的人并按 N，或让 Espy 来点；然后学习。</translation>
    </message>
    <message numerus="yes">
        <source>%n look like him. Which one is he?</source>
        <translation>
            <numerusform>有 %n 个人像他。哪个是他？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are left. Which one is he?</source>
        <translation>
            <numerusform>还剩 %n 个。哪个是他？</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espy::desktop::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Hide this line</source>
        <translation>隐藏此行</translation>
    </message>
    <message>
        <source>Hide the notice</source>
        <translation>隐藏通知</translation>
    </message>
</context>
<context>
    <name>espy::desktop::OptionsPanel</name>
    <message>
        <source>To&amp;lerance</source>
        <translation>容差(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Best only</source>
        <translation>仅保留最佳(&amp;B)</translation>
    </message>
    <message>
        <source>The number of best matches to keep</source>
        <translation>要保留的最佳匹配数</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>&amp;Overlap</source>
        <translation>重叠(&amp;O)</translation>
    </message>
    <message>
        <source>Drop a match that overlaps a better one by more than this share</source>
        <translation>舍弃与更佳匹配的重叠超过此比例的匹配</translation>
    </message>
    <message>
        <source>En&amp;gine</source>
        <translation>引擎(&amp;G)</translation>
    </message>
    <message>
        <source>Th&amp;reads</source>
        <translation>线程(&amp;R)</translation>
    </message>
    <message>
        <source>St&amp;yle</source>
        <translation>样式(&amp;Y)</translation>
    </message>
    <message>
        <source>What matches look like</source>
        <translation>匹配的外观</translation>
    </message>
    <message>
        <source>white-out</source>
        <translation>其余涂白</translation>
    </message>
    <message>
        <source>dim</source>
        <translation>其余变暗</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Thick&amp;ness</source>
        <translation>粗细(&amp;N)</translation>
    </message>
    <message>
        <source>Thickness of the outline, in pixels of the picture</source>
        <translation>轮廓的粗细，以图片像素计</translation>
    </message>
    <message>
        <source>N&amp;umbers</source>
        <translation>编号(&amp;U)</translation>
    </message>
    <message>
        <source>Number the matches in the picture</source>
        <translation>在图片中为匹配编号</translation>
    </message>
    <message>
        <source>How to search</source>
        <translation>搜索方式</translation>
    </message>
    <message>
        <source>How matches look</source>
        <translation>匹配的外观</translation>
    </message>
    <message>
        <source>Identical</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Finds exact copies: every pixel is the same</source>
        <translation>查找完全相同的部分：每个像素都一样</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>相似</translation>
    </message>
    <message>
        <source>Finds what looks similar, with a score</source>
        <translation>查找看起来相似的部分，并给出得分</translation>
    </message>
    <message>
        <source>Com&amp;pare by</source>
        <translation>比较方式(&amp;P)</translation>
    </message>
    <message>
        <source>How similar pictures are compared</source>
        <translation>如何比较相似的图片</translation>
    </message>
    <message>
        <source>correlation, in any light (ZNCC)</source>
        <translation>相关，不受光照影响（ZNCC）</translation>
    </message>
    <message>
        <source>differences (SAD)</source>
        <translation>差值 (SAD)</translation>
    </message>
    <message>
        <source>squared differences (SSD)</source>
        <translation>平方差 (SSD)</translation>
    </message>
    <message>
        <source>The largest difference in a channel for a pixel to count as the same</source>
        <translation>像素仍算相同时单个通道的最大差值</translation>
    </message>
    <message>
        <source>Weight by &amp;transparency</source>
        <translation>按透明度加权(&amp;T)</translation>
    </message>
    <message>
        <source>Half-transparent pixels count half</source>
        <translation>半透明像素按一半计</translation>
    </message>
    <message>
        <source>Between &amp;different needles too</source>
        <translation>不同查找图之间也比较(&amp;D)</translation>
    </message>
    <message>
        <source>A match may also be dropped for a better one of another needle</source>
        <translation>匹配也可能因另一查找图的更好匹配而被舍弃</translation>
    </message>
    <message>
        <source>Where to compute: on the CPU or on a GPU</source>
        <translation>在何处计算：CPU 或 GPU</translation>
    </message>
    <message>
        <source>The number of threads of the engines threads and openmp</source>
        <translation>threads 和 openmp 引擎的线程数</translation>
    </message>
    <message>
        <source>box</source>
        <translation>方框</translation>
    </message>
    <message>
        <source>Each match has its own box</source>
        <translation>每个匹配都有自己的方框</translation>
    </message>
    <message>
        <source>region</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>One outline around the area of all matches, as in the exported picture</source>
        <translation>围绕所有匹配区域的轮廓，与导出的图片相同</translation>
    </message>
    <message>
        <source>Looks similar; each match has a score up to 1.</source>
        <translation>看起来相似；每个匹配有最高为 1 的得分。</translation>
    </message>
    <message>
        <source>The same pixels, with a tolerance of %1.</source>
        <translation>像素相同，容差为 %1。</translation>
    </message>
    <message>
        <source>Every pixel the same.</source>
        <translation>每个像素都相同。</translation>
    </message>
    <message>
        <source>&amp;At the border</source>
        <translation>图片边缘(&amp;A)</translation>
    </message>
    <message>
        <source>Similar matches may extend beyond the picture&apos;s border if this share of them is inside</source>
        <translation>相似匹配可超出图片边缘，只要这一比例位于图片内</translation>
    </message>
    <message>
        <source> % inside</source>
        <translation> % 在内</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset the options</source>
        <translation>重置选项</translation>
    </message>
    <message>
        <source>Returns to the defaults; what differs from them is bold</source>
        <translation>恢复默认值；与默认值不同的项以粗体显示</translation>
    </message>
    <message>
        <source>differs from the default</source>
        <translation>与默认值不同</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Looks for identical, similar, turned, resized and mirrored matches</source>
        <translation>查找相同、相似、旋转、其他大小和镜像的匹配</translation>
    </message>
    <message>
        <source>Shows the first kind that is found; choose another above the picture.</source>
        <translation>显示最先找到的一类；可在图片上方选择其他类。</translation>
    </message>
    <message>
        <source>lighten</source>
        <translation>变亮</translation>
    </message>
    <message>
        <source>Picture and needles are denoised first, strength %1.</source>
        <translation>先对图片和查找图降噪，强度 %1。</translation>
    </message>
    <message>
        <source>outline, which may bend</source>
        <translation>轮廓，可弯曲</translation>
    </message>
    <message>
        <source>B&amp;end</source>
        <translation>弯曲(&amp;E)</translation>
    </message>
    <message>
        <source>How much the outline may be bent; more finds more</source>
        <translation>轮廓可弯曲的程度；越大找到的越多</translation>
    </message>
    <message>
        <source>Also m&amp;irrored</source>
        <translation>也查找镜像(&amp;I)</translation>
    </message>
    <message>
        <source>Also finds the outline&apos;s mirror image</source>
        <translation>也查找轮廓的镜像</translation>
    </message>
    <message>
        <source>The same shape, which may be bent or partly hidden, in any colour.</source>
        <translation>相同的形状，可以弯曲或部分遮挡，颜色不限。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::OverviewStrip</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>The whole recording, small. Click or drag to move the view.</source>
        <translation>整个记录的缩小图。点击或拖动以移动视图。</translation>
    </message>
    <message>
        <source>The whole recording: click or drag to move the view</source>
        <translation>整个记录：点击或拖动以移动视图</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PairView</name>
    <message>
        <source>The photograph and the surface</source>
        <translation>照片与表面</translation>
    </message>
    <message>
        <source>%1 next to %2: %3 of %4 matched features agree</source>
        <translation>%1 与 %2：%4 个匹配特征中有 %3 个一致</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Paper</name>
    <message>
        <source>%1, published</source>
        <translation>%1，已发表</translation>
    </message>
    <message>
        <source>published %1</source>
        <translation>已发表 %1</translation>
    </message>
    <message>
        <source>ours %1</source>
        <translation>本机 %1</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>%1, wrong result</source>
        <translation>%1，结果错误</translation>
    </message>
    <message>
        <source>Not measured, %1: %2</source>
        <translation>未测量，%1：%2</translation>
    </message>
    <message>
        <source>Differs, %1: %2</source>
        <translation>有差异，%1：%2</translation>
    </message>
    <message>
        <source>Published: %1</source>
        <translation>发表：%1</translation>
    </message>
    <message>
        <source>Ours: %1; %2 runs after a first that is not counted</source>
        <translation>本机：%1；首次运行不计，之后运行 %2 次</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PaperTable</name>
    <message>
        <source>not measured: %1</source>
        <translation>未测量：%1</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>已发表</translation>
    </message>
    <message>
        <source>Ours</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Our value divided by the published one</source>
        <translation>本机的值除以已发表的值</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PaperView</name>
    <message>
        <source>Papers</source>
        <translation>论文</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>论文</translation>
    </message>
    <message>
        <source>About the paper</source>
        <translation>关于该论文</translation>
    </message>
    <message>
        <source>Table or figure</source>
        <translation>表或图</translation>
    </message>
    <message>
        <source>&amp;Paper:</source>
        <translation>论文(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Table or figure:</source>
        <translation>表或图(&amp;T)：</translation>
    </message>
    <message>
        <source>Runs of each strategy after the first</source>
        <translation>每种方法在首次之后的运行次数</translation>
    </message>
    <message>
        <source>Runs of each strategy, after a first run that is not counted</source>
        <translation>每种方法的运行次数，首次运行不计</translation>
    </message>
    <message>
        <source>&amp;Number of runs:</source>
        <translation>运行次数(&amp;N)：</translation>
    </message>
    <message>
        <source>Progress of the exhibit</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>Published values and ours</source>
        <translation>已发表的值与本机的值</translation>
    </message>
    <message>
        <source>The paper prints no values here. Press Run to measure ours.</source>
        <translation>论文此处没有给出数值。按“运行”测量本机的值。</translation>
    </message>
    <message>
        <source>Values of the exhibit</source>
        <translation>表或图的数值</translation>
    </message>
    <message>
        <source>Title of the exhibit</source>
        <translation>表或图的标题</translation>
    </message>
    <message>
        <source>Reasons and notes</source>
        <translation>原因与说明</translation>
    </message>
    <message>
        <source>ours ± spread</source>
        <translation>本机 ± 离散度</translation>
    </message>
    <message>
        <source>published</source>
        <translation>已发表</translation>
    </message>
    <message>
        <source>Cancelled. The measurements so far are shown.</source>
        <translation>已取消。显示此前的测量结果。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>The comparison ended early: %1</source>
        <translation>比较提前结束：%1</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Stop the comparison</source>
        <translation>停止比较</translation>
    </message>
    <message>
        <source>Measure our values of the exhibit</source>
        <translation>测量该表或图的本机数值</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PathView</name>
    <message>
        <source>The motif and the match</source>
        <translation>片段与匹配</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PictureLoader</name>
    <message>
        <source>%1: not enough memory to read it.</source>
        <translation>%1：内存不足，无法读取。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PictureOpener</name>
    <message>
        <source>pasted %1</source>
        <translation>粘贴 %1</translation>
    </message>
    <message>
        <source>There is no picture on the clipboard.</source>
        <translation>剪贴板中没有图片。</translation>
    </message>
    <message>
        <source>Open a picture</source>
        <translation>打开图片</translation>
    </message>
    <message>
        <source>Open needles</source>
        <translation>打开查找图</translation>
    </message>
    <message>
        <source>There is no other picture in the folder.</source>
        <translation>文件夹中没有其他图片。</translation>
    </message>
    <message>
        <source>This desktop does not let programs take screenshots.</source>
        <translation>此桌面环境不允许程序截屏。</translation>
    </message>
    <message>
        <source>screen %1</source>
        <translation>屏幕 %1</translation>
    </message>
    <message>
        <source>Pictures (%1);;All files (*)</source>
        <translation>图片 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Pictures and projects (%1);;All files (*)</source>
        <translation>图片和项目 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open an index of needles</source>
        <translation>打开查找图索引</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PicturePage</name>
    <message>
        <source>After pass</source>
        <translation>第几遍之后</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PictureStore</name>
    <message>
        <source>%1 now has another size</source>
        <translation>%1 的尺寸已改变</translation>
    </message>
    <message>
        <source>%1: not enough memory to read it.</source>
        <translation>%1：内存不足，无法读取。</translation>
    </message>
    <message>
        <source>The library does not record the file of this picture</source>
        <translation>库中没有记录此图片的文件</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 已不存在</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PoseForm</name>
    <message>
        <source>As drawn</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>Only at the needle&apos;s own angle and size, which is fastest</source>
        <translation>仅按查找图自身的角度和大小，最快</translation>
    </message>
    <message>
        <source>Quarter turns and mirrored</source>
        <translation>四分之一转与镜像</translation>
    </message>
    <message>
        <source>Also turned by 90, 180 and 270 degrees, and mirrored</source>
        <translation>也包括旋转 90、180、270 度以及镜像</translation>
    </message>
    <message>
        <source>Any angle</source>
        <translation>任意角度</translation>
    </message>
    <message>
        <source>Turned by any angle</source>
        <translation>旋转任意角度</translation>
    </message>
    <message>
        <source>Any angle and size</source>
        <translation>任意角度和大小</translation>
    </message>
    <message>
        <source>Turned by any angle, at half to twice the size</source>
        <translation>旋转任意角度，大小为一半到两倍</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Ranges and steps of angles and sizes</source>
        <translation>角度和大小的范围与步长</translation>
    </message>
    <message>
        <source>Angles and si&amp;zes</source>
        <translation>角度和大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Angles and sizes at which needles are searched</source>
        <translation>搜索查找图时的角度和大小</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>auto: as fine as the needle requires</source>
        <translation>自动：按查找图所需的精细程度</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>In degrees, counter-clockwise</source>
        <translation>以度为单位，逆时针</translation>
    </message>
    <message>
        <source>Angles from</source>
        <translation>角度从</translation>
    </message>
    <message>
        <source>Angles to</source>
        <translation>角度到</translation>
    </message>
    <message>
        <source>Step of angles</source>
        <translation>角度步长</translation>
    </message>
    <message>
        <source>Relative to the needle&apos;s size: 2 is twice as large</source>
        <translation>相对于查找图的大小：2 为两倍</translation>
    </message>
    <message>
        <source>Sizes from</source>
        <translation>大小从</translation>
    </message>
    <message>
        <source>Sizes to</source>
        <translation>大小到</translation>
    </message>
    <message>
        <source>Step of sizes</source>
        <translation>大小步长</translation>
    </message>
    <message>
        <source>Also turned by 90, 180 and 270 degrees</source>
        <translation>也包括旋转 90、180、270 度</translation>
    </message>
    <message>
        <source>Also mirrored left to right</source>
        <translation>也包括左右镜像</translation>
    </message>
    <message>
        <source>Also with inverted contrast: for correlation (ZNCC)</source>
        <translation>也搜索反相的对比度：用于相关（ZNCC）</translation>
    </message>
    <message>
        <source>Try every pose</source>
        <translation>尝试每种姿态</translation>
    </message>
    <message>
        <source>Misses nothing but takes longer. Otherwise the search goes from coarse to fine and may miss matches near the minimum</source>
        <translation>不会遗漏，但更慢。否则由粗到细搜索，可能漏掉接近最低值的匹配</translation>
    </message>
    <message>
        <source>Error in these ranges</source>
        <translation>这些范围中的错误</translation>
    </message>
    <message>
        <source>Identical pixels allow only quarter turns; choose Similar for this</source>
        <translation>相同像素只允许旋转 90 度的倍数；请为此选择“相似”</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Quarter turns, too</source>
        <translation>也包括四分之一旋转</translation>
    </message>
    <message>
        <source>Mirrored, too</source>
        <translation>也包括镜像</translation>
    </message>
    <message>
        <source>Inverted, too</source>
        <translation>也包括明暗反转</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步长</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Poses</name>
    <message>
        <source> in steps of %1</source>
        <translation>，步长 %1</translation>
    </message>
    <message>
        <source>quarter turns and mirrored</source>
        <translation>四分之一转与镜像</translation>
    </message>
    <message>
        <source>any angle</source>
        <translation>任意角度</translation>
    </message>
    <message>
        <source>any angle and size</source>
        <translation>任意角度和大小</translation>
    </message>
    <message>
        <source>turned by %1°</source>
        <translation>旋转 %1°</translation>
    </message>
    <message>
        <source>turned by %1° to %2°</source>
        <translation>旋转 %1° 到 %2°</translation>
    </message>
    <message>
        <source>at %1 of the size</source>
        <translation>大小为 %1 倍</translation>
    </message>
    <message>
        <source>at %1 to %2 of the size</source>
        <translation>大小为 %1 到 %2 倍</translation>
    </message>
    <message>
        <source>quarter turns</source>
        <translation>四分之一旋转</translation>
    </message>
    <message>
        <source>also mirrored</source>
        <translation>也包括镜像</translation>
    </message>
    <message>
        <source>complete search</source>
        <translation>完全搜索</translation>
    </message>
    <message>
        <source>also inverted</source>
        <translation>也包括明暗反转</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>in several poses</source>
        <translation>姿态各异</translation>
    </message>
    <message>
        <source>in several poses, the best %1</source>
        <translation>姿态各异，最佳的%1</translation>
    </message>
    <message>
        <source>at least %1 % inside the picture</source>
        <translation>至少 %1 % 在图片内</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ProgressRow</name>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ProjectKeeper</name>
    <message>
        <source>Espy</source>
        <translation>Espy</translation>
    </message>
    <message>
        <source>Save the needles that you cut out?</source>
        <translation>保存裁剪的查找图吗？</translation>
    </message>
    <message>
        <source>They are in no file yet. A project stores them with the picture.</source>
        <translation>它们尚未保存到文件。项目可将它们与图片一起保存。</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Espy projects (*%1)</source>
        <translation>Espy 项目 (*%1)</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>&amp;Do not save</source>
        <translation>不保存(&amp;D)</translation>
    </message>
    <message>
        <source>Save what was learned?</source>
        <translation>保存学到的内容？</translation>
    </message>
    <message>
        <source>The judge is in no file yet. A project stores it with its needle.</source>
        <translation>评判器尚未保存到文件。项目会把它与查找图一起保存。</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>保存对 %1 的更改？</translation>
    </message>
    <message>
        <source>What you changed since then is not in the file yet.</source>
        <translation>此后的更改尚未写入文件。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RaceLane</name>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>%1 ms  ·  %2</source>
        <translation>%1 毫秒  ·  %2</translation>
    </message>
    <message>
        <source>plain loop (reference)</source>
        <translation>朴素循环 (reference)</translation>
    </message>
    <message>
        <source>winner: whole run %1 ms, n = %2</source>
        <translation>获胜：完整运行 %1 毫秒，n = %2</translation>
    </message>
    <message>
        <source>arrived: whole run %1 ms, n = %2</source>
        <translation>到达：完整运行 %1 毫秒，n = %2</translation>
    </message>
    <message>
        <source>★ %1</source>
        <translation>★ %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RaceLegend</name>
    <message>
        <source>Legend of the colours</source>
        <translation>颜色图例</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RaceView</name>
    <message>
        <source>Race of the engines</source>
        <translation>引擎竞速</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>No engine was measured, so there is nothing to race.</source>
        <translation>没有测量任何引擎，因此无法竞速。</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>Play or pause the race</source>
        <translation>播放或暂停竞速</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>单步(&amp;S)</translation>
    </message>
    <message>
        <source>Go to the end of the next stage</source>
        <translation>前进到下一阶段的结尾</translation>
    </message>
    <message>
        <source>&amp;Replay</source>
        <translation>重播(&amp;R)</translation>
    </message>
    <message>
        <source>Start the race again</source>
        <translation>重新开始竞速</translation>
    </message>
    <message>
        <source>Spee&amp;d:</source>
        <translation>速度(&amp;D)：</translation>
    </message>
    <message>
        <source>Speed of the race</source>
        <translation>竞速的速度</translation>
    </message>
    <message>
        <source>Reduced &amp;motion</source>
        <translation>减少动态效果(&amp;M)</translation>
    </message>
    <message>
        <source>Reduced motion: go from stage to stage by hand</source>
        <translation>减少动态效果：手动逐阶段前进</translation>
    </message>
    <message>
        <source>%1 of %2 ms  ·  %3</source>
        <translation>%1 / %2 毫秒  ·  %3</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Result of the race</source>
        <translation>竞速结果</translation>
    </message>
    <message>
        <source>1 s here is %1 ms in real time</source>
        <translation>这里的 1 秒实际为 %1 毫秒</translation>
    </message>
    <message>
        <source>%1: %2 times slower than real</source>
        <translation>%1：比实际慢 %2 倍</translation>
    </message>
    <message>
        <source>%1: %2 times faster than real</source>
        <translation>%1：比实际快 %2 倍</translation>
    </message>
    <message>
        <source>%1 and %2 are equally fast.</source>
        <translation>%1 和 %2 一样快。</translation>
    </message>
    <message>
        <source>%1 wins: %2 than %3.</source>
        <translation>%1 获胜：比 %3 %2。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RaceWindow</name>
    <message>
        <source>Race</source>
        <translation>竞速</translation>
    </message>
    <message>
        <source>What is raced</source>
        <translation>竞速内容</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>measuring %1</source>
        <translation>正在测量 %1</translation>
    </message>
    <message>
        <source>Measuring %1</source>
        <translation>正在测量 %1</translation>
    </message>
    <message>
        <source>%1 does not run here: %2</source>
        <translation>%1 无法在此运行：%2</translation>
    </message>
    <message>
        <source>%1 found different matches, so it is excluded from the race</source>
        <translation>%1 找到的匹配不同，因此不能参加竞速</translation>
    </message>
    <message>
        <source>The plain loop would take too long here, so it does not run.</source>
        <translation>朴素循环在这里耗时太长，因此不参赛。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RecordingList</name>
    <message>
        <source>%1: %2, one channel</source>
        <translation>%1：%2，1 个通道</translation>
    </message>
    <message>
        <source>%1: %2, %3 channels</source>
        <translation>%1：%2，%3 个通道</translation>
    </message>
    <message>
        <source>%1 samples a second</source>
        <translation>每秒 %1 个采样</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RemoveMatches</name>
    <message>
        <source>Remove 1 match</source>
        <translation>移除 1 个匹配</translation>
    </message>
    <message>
        <source>Remove %1 matches</source>
        <translation>移除 %1 个匹配</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Report</name>
    <message>
        <source>%1 x %2 pixels</source>
        <translation>%1 x %2 像素</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>查找图</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>找到</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Minimum score</source>
        <translation>最低得分</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>容差</translation>
    </message>
    <message>
        <source>Largest overlap</source>
        <translation>最大重叠</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Search only</source>
        <translation>仅搜索</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置项</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Matches: %1.</source>
        <translation>匹配：%1。</translation>
    </message>
    <message>
        <source>Matches that pass the filters: %1 of %2.</source>
        <translation>通过筛选的匹配：%1 / %2。</translation>
    </message>
    <message>
        <source>The table has the first %1.</source>
        <translation>表格列出前 %1 个。</translation>
    </message>
    <message>
        <source>Report on %1</source>
        <translation>%1 的报告</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>The picture with its matches, numbered</source>
        <translation>带编号匹配的图片</translation>
    </message>
    <message>
        <source>Angles and sizes</source>
        <translation>角度和大小</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>Mirrored</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Each needle and its matches, best first, turned upright.</source>
        <translation>每个查找图及其匹配，最佳在前，已转正。</translation>
    </message>
    <message>
        <source>The sheet has the best %1.</source>
        <translation>小样表包含最佳的 %1 个。</translation>
    </message>
    <message>
        <source>Contact sheet</source>
        <translation>小样表</translation>
    </message>
    <message>
        <source>Crops of the matches with numbers and scores</source>
        <translation>带编号和得分的匹配截图</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ResultsTable</name>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ResultsView</name>
    <message>
        <source>Filter matches</source>
        <translation>筛选匹配</translation>
    </message>
    <message>
        <source>Filter by name, position, size or score</source>
        <translation>按名称、位置、大小或得分筛选</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copies the selected rows for a spreadsheet</source>
        <translation>复制选中的行，供电子表格使用</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Removes the selected matches from the results</source>
        <translation>将选中的匹配从结果中移除</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Writes the matches that are shown into files</source>
        <translation>将显示的匹配写入文件</translation>
    </message>
    <message>
        <source>Show in the picture</source>
        <translation>在图片中显示</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>导出进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stops the export</source>
        <translation>停止导出</translation>
    </message>
    <message>
        <source>Matches are listed here</source>
        <translation>匹配将列在此处</translation>
    </message>
    <message>
        <source>No match passes the filters</source>
        <translation>没有匹配符合筛选条件</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>未找到任何内容</translation>
    </message>
    <message>
        <source>Result of the export</source>
        <translation>导出结果</translation>
    </message>
    <message>
        <source>Filtering %1 matches...</source>
        <translation>正在筛选 %1 个匹配…</translation>
    </message>
    <message>
        <source>Filtering...</source>
        <translation>正在筛选…</translation>
    </message>
    <message>
        <source>Zoom to it</source>
        <translation>放大到此处</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Labels the selected matches as true</source>
        <translation>将选中的匹配标为真</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Labels the selected matches as false: they only look like the needle</source>
        <translation>将选中的匹配标为假：它们只是像查找图</translation>
    </message>
    <message>
        <source>A true match</source>
        <translation>真匹配</translation>
    </message>
    <message>
        <source>Not a true match</source>
        <translation>不是真匹配</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Lists the matches</source>
        <translation>列出匹配</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>小样</translation>
    </message>
    <message>
        <source>Shows the matches as pictures, beside the needle</source>
        <translation>在查找图旁以图片显示匹配</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Shows matches that overlap better ones, in grey</source>
        <translation>以灰色显示与更好的匹配重叠的匹配</translation>
    </message>
    <message>
        <source>Hidden by overlap: %1</source>
        <translation>因重叠而隐藏：%1</translation>
    </message>
    <message>
        <source>Hidden by overlap</source>
        <translation>因重叠而隐藏</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>名称图</translation>
    </message>
    <message>
        <source>Shows which needle lies where, of matches side by side</source>
        <translation>显示并排匹配中各查找图的位置</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RollingChart</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Median of %1, in %2. %3</source>
        <translation>%1 帧的中位数，单位 %2。%3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ScoreHistogram</name>
    <message>
        <source>Histogram of the scores</source>
        <translation>得分直方图</translation>
    </message>
    <message>
        <source>%1 matches, most of them with scores around %2</source>
        <translation>%1 个匹配，多数得分约为 %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ScreenCover</name>
    <message>
        <source>Drag a rectangle over the part to watch</source>
        <translation>用矩形框选要监视的部分</translation>
    </message>
    <message>
        <source>Drag a rectangle over the part to watch. Escape: none.</source>
        <translation>用矩形框选要监视的部分。Esc：取消。</translation>
    </message>
    <message>
        <source>%1 x %2 at %3, %4</source>
        <translation>%1 x %2，位于 %3, %4</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ScreenDialog</name>
    <message>
        <source>%1, screened</source>
        <translation>%1（已筛选）</translation>
    </message>
    <message>
        <source>&amp;Pick</source>
        <translation>拾取(&amp;P)</translation>
    </message>
    <message>
        <source>Click on pixels in the picture to keep their colour</source>
        <translation>在图片中点击像素以保留其颜色</translation>
    </message>
    <message>
        <source>Screen by colour</source>
        <translation>按颜色筛选</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>white-out</source>
        <translation>涂白</translation>
    </message>
    <message>
        <source>outline</source>
        <translation>轮廓</translation>
    </message>
    <message>
        <source>dim</source>
        <translation>变暗</translation>
    </message>
    <message>
        <source>lighten</source>
        <translation>变亮</translation>
    </message>
    <message>
        <source>C&amp;olours</source>
        <translation>颜色(&amp;O)</translation>
    </message>
    <message>
        <source>Keep pixels of these colours, as #rrggbb; empty: any</source>
        <translation>保留这些颜色的像素，格式为 #rrggbb；留空：任意</translation>
    </message>
    <message>
        <source>&amp;Tolerance</source>
        <translation>容差(&amp;T)</translation>
    </message>
    <message>
        <source>Largest difference from a colour, in each channel</source>
        <translation>每个通道与颜色的最大差值</translation>
    </message>
    <message>
        <source>&amp;Where</source>
        <translation>条件(&amp;W)</translation>
    </message>
    <message>
        <source>Keep pixels where this is not 0: r g b a, grey, h s v l, x y width height; + - * /, comparisons, &amp;&amp; || !, abs min max</source>
        <translation>保留此式不为 0 的像素：r g b a、grey、h s v l、x y width height；+ - * /、比较、&amp;&amp; || !、abs min max</translation>
    </message>
    <message>
        <source>&amp;Edges from</source>
        <translation>边缘下限(&amp;E)</translation>
    </message>
    <message>
        <source>Keep pixels whose gradient is at least this long</source>
        <translation>保留梯度长度不小于此值的像素</translation>
    </message>
    <message>
        <source>The &amp;rest</source>
        <translation>其余部分(&amp;R)</translation>
    </message>
    <message>
        <source>How the other pixels are marked</source>
        <translation>如何标记其余像素</translation>
    </message>
    <message>
        <source>&amp;Screen</source>
        <translation>筛选(&amp;S)</translation>
    </message>
    <message>
        <source>Replaces the picture by a marked copy; undo restores it</source>
        <translation>用标记后的副本替换图片；撤销可恢复</translation>
    </message>
    <message>
        <source>Result of screening</source>
        <translation>筛选结果</translation>
    </message>
    <message>
        <source>%1 is no colour as #rrggbb.</source>
        <translation>%1 不是 #rrggbb 形式的颜色。</translation>
    </message>
    <message>
        <source>Kept %1 of %2 pixels.</source>
        <translation>保留了 %2 个像素中的 %1 个。</translation>
    </message>
    <message>
        <source>Pre&amp;view</source>
        <translation>预览(&amp;V)</translation>
    </message>
    <message>
        <source>Do not make the copy</source>
        <translation>不制作副本</translation>
    </message>
    <message>
        <source>Shows the marked copy while the conditions change</source>
        <translation>条件改变时显示标记后的副本</translation>
    </message>
    <message>
        <source>Progress of screening</source>
        <translation>筛选进度</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Sheet</name>
    <message>
        <source>No matches</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>%1 more matches</source>
        <translation>另有 %1 个匹配</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SheetModel</name>
    <message>
        <source>below minimum</source>
        <translation>低于最低得分</translation>
    </message>
    <message>
        <source>judged false</source>
        <translation>被评判为假</translation>
    </message>
    <message>
        <source>Needle: %1</source>
        <translation>查找图：%1</translation>
    </message>
    <message>
        <source>Match %1, %2, x %3, y %4, score %5</source>
        <translation>匹配 %1，%2，x %3，y %4，得分 %5</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>重叠</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ShownRecording</name>
    <message>
        <source>Channel %1</source>
        <translation>通道 %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SignalTimes</name>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>Time of each engine</source>
        <translation>各引擎的时间</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>median ± MAD</source>
        <translation>中位数 ± MAD</translation>
    </message>
    <message>
        <source>first run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <source>After a search, its timing is shown here.</source>
        <translation>搜索之后，此处显示其用时。</translation>
    </message>
    <message>
        <source>Figures of each engine</source>
        <translation>各引擎的数据</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Compare the engines</source>
        <translation>比较各引擎</translation>
    </message>
    <message>
        <source>Repeats the last search on every engine and compares the results</source>
        <translation>在每个引擎上重复上一次搜索并比较结果</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>Runs of each engine, after a first run that is shown separately</source>
        <translation>每个引擎的运行次数，首次运行单独显示</translation>
    </message>
    <message>
        <source>Include the reference</source>
        <translation>包含参考实现</translation>
    </message>
    <message>
        <source>Also runs the plain, slow implementation that defines the result</source>
        <translation>同时运行定义结果的朴素实现，速度较慢</translation>
    </message>
    <message>
        <source>Runs:</source>
        <translation>运行次数：</translation>
    </message>
    <message>
        <source>last search, %1</source>
        <translation>上一次搜索，%1</translation>
    </message>
    <message>
        <source>Measuring...</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>停止比较</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SignalView</name>
    <message>
        <source>Open recordings</source>
        <translation>打开记录</translation>
    </message>
    <message>
        <source>Recordings (%1)</source>
        <translation>记录 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The samples are not installed with this program.</source>
        <translation>此程序没有安装示例。</translation>
    </message>
    <message>
        <source>No motif yet: drag over a piece of a lane, or of several.</source>
        <translation>还没有片段：在一条或多条轨道上拖过一段。</translation>
    </message>
    <message>
        <source>Motif: %1 at %2 of %3 (%4)</source>
        <translation>片段：%3 中 %2 处的 %1（%4）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Reading recordings: %1...</source>
        <translation>正在读取记录：%1…</translation>
    </message>
    <message>
        <source>Searching...</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Drag over a piece of a lane to search for it.</source>
        <translation>在轨道上拖过一段即可查找它。</translation>
    </message>
    <message>
        <source>The motif or the options have changed: press Search.</source>
        <translation>片段或选项已更改：请按“搜索”。</translation>
    </message>
    <message>
        <source>%1 found in %2 ms by %3</source>
        <translation>%3 用 %2 毫秒找到 %1 处</translation>
    </message>
    <message>
        <source>Only files can be opened here</source>
        <translation>这里只能打开文件</translation>
    </message>
    <message>
        <source>Signals</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>Open these recordings</source>
        <translation>打开这些记录</translation>
    </message>
    <message>
        <source>the motif is searched for in all open recordings</source>
        <translation>在所有打开的记录中查找片段</translation>
    </message>
    <message>
        <source>The motif</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>How to search</source>
        <translation>搜索方式</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>The recordings that are searched; the chosen one is shown</source>
        <translation>被搜索的记录；显示所选的一个</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Opens recordings; they can be dropped here, too</source>
        <translation>打开记录；也可以拖放到这里</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Closes the chosen recording</source>
        <translation>关闭所选的记录</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>Searches for the motif in all open recordings</source>
        <translation>在所有打开的记录中查找片段</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stops searching</source>
        <translation>停止搜索</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>What to do first</source>
        <translation>首先做什么</translation>
    </message>
    <message>
        <source>Drop a recording here: a table (CSV), a NumPy array, sound, EDF or WFDB.

Its channels become lanes. Drag over a piece of them, and Espy finds where else it occurs, even if it is slower, weaker or shifted there.</source>
        <translation>把记录拖放到这里：表格 (CSV)、NumPy 数组、声音、EDF 或 WFDB。

它的通道会成为轨道。在其中拖过一段，Espy 就会找出它还出现在哪里，即使那里更慢、更弱或有错位。</translation>
    </message>
    <message>
        <source>Open &amp;recordings...</source>
        <translation>打开记录(&amp;R)…</translation>
    </message>
    <message>
        <source>Try a &amp;heartbeat</source>
        <translation>试试心跳(&amp;H)</translation>
    </message>
    <message>
        <source>A synthetic electrocardiogram: find the abnormal beats</source>
        <translation>合成的心电图：找出异常的心搏</translation>
    </message>
    <message>
        <source>Try a &amp;walk</source>
        <translation>试试步行(&amp;W)</translation>
    </message>
    <message>
        <source>Three synthetic sensor signals of a leg: find the jumps</source>
        <translation>合成的腿部三路传感器信号：找出跳跃</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Shows the whole recording (0)</source>
        <translation>显示整个记录 (0)</translation>
    </message>
    <message>
        <source>+</source>
        <translation>+</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>−</source>
        <translation>−</translation>
    </message>
    <message>
        <source>Zooms out (-)</source>
        <translation>缩小 (-)</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Show the motif</source>
        <translation>显示片段</translation>
    </message>
    <message>
        <source>Goes to the motif</source>
        <translation>转到片段</translation>
    </message>
    <message>
        <source>Plays the selected lane: the motif, or from the position that was clicked (Space)</source>
        <translation>播放所选轨道：片段，或从点击处开始（空格键）</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Writes what was found</source>
        <translation>写出找到的内容</translation>
    </message>
    <message>
        <source>&amp;Matches as CSV or JSON...</source>
        <translation>匹配存为 CSV 或 JSON(&amp;M)…</translation>
    </message>
    <message>
        <source>Matches as ma&amp;rks of this recording...</source>
        <translation>匹配存为此记录的标记(&amp;R)…</translation>
    </message>
    <message>
        <source>Zooms in, as the wheel does; the wheel with Ctrl changes a lane&apos;s height (+)</source>
        <translation>放大，与滚轮相同；按住 Ctrl 滚动则更改轨道高度 (+)</translation>
    </message>
    <message>
        <source>&amp;Copy the list</source>
        <translation>复制列表(&amp;C)</translation>
    </message>
    <message>
        <source>No match has a distance of %1 or less: allow a larger distance.</source>
        <translation>没有距离不超过 %1 的匹配：请允许更大的距离。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SoundPlayer</name>
    <message>
        <source>%1 could not be started: sound is not available</source>
        <translation>无法启动 %1：声音不可用</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SourceMenu</name>
    <message>
        <source>What to watch</source>
        <translation>监视什么</translation>
    </message>
    <message>
        <source>The whole &amp;screen</source>
        <translation>整个屏幕(&amp;S)</translation>
    </message>
    <message>
        <source>A &amp;region of the screen...</source>
        <translation>屏幕区域(&amp;R)…</translation>
    </message>
    <message>
        <source>A &amp;window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>A &amp;camera</source>
        <translation>摄像头(&amp;C)</translation>
    </message>
    <message>
        <source>A &amp;video file...</source>
        <translation>视频文件(&amp;V)…</translation>
    </message>
    <message>
        <source>S&amp;top watching</source>
        <translation>停止监视(&amp;T)</translation>
    </message>
    <message>
        <source>Reading...</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>screen</source>
        <translation>屏幕</translation>
    </message>
    <message>
        <source>monitor %1</source>
        <translation>显示器 %1</translation>
    </message>
    <message>
        <source>Monitor &amp;%1 (%2 x %3)</source>
        <translation>显示器 &amp;%1 (%2 x %3)</translation>
    </message>
    <message>
        <source>No window is shown</source>
        <translation>没有显示的窗口</translation>
    </message>
    <message>
        <source>No camera is connected</source>
        <translation>未连接摄像头</translation>
    </message>
    <message>
        <source>An &amp;address...</source>
        <translation>地址(&amp;A)…</translation>
    </message>
    <message>
        <source>Watch a camera</source>
        <translation>监视摄像头</translation>
    </message>
    <message>
        <source>Address of the camera, such as rtsp://host/stream:</source>
        <translation>摄像头地址，例如 rtsp://host/stream：</translation>
    </message>
    <message>
        <source>Open a video</source>
        <translation>打开视频</translation>
    </message>
    <message>
        <source>Videos (%1)</source>
        <translation>视频 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>espy::desktop::StartPage</name>
    <message>
        <source>Find in a picture</source>
        <translation>在一张图片中查找</translation>
    </message>
    <message>
        <source>Drop one here, paste it or open a file; then drag a rectangle over what to find.</source>
        <translation>拖放到这里、粘贴或打开文件，然后用矩形框选要查找的内容。</translation>
    </message>
    <message>
        <source>In many pictures</source>
        <translation>在多张图片中</translation>
    </message>
    <message>
        <source>The same search in a folder of them.</source>
        <translation>在整个文件夹中进行同样的搜索。</translation>
    </message>
    <message>
        <source>Which surface?</source>
        <translation>哪个表面？</translation>
    </message>
    <message>
        <source>Photograph it, and find it in a library.</source>
        <translation>拍下照片，在库中找到它。</translation>
    </message>
    <message>
        <source>In a recording</source>
        <translation>在记录中</translation>
    </message>
    <message>
        <source>Where else does this piece occur?</source>
        <translation>这一段还出现在哪里？</translation>
    </message>
    <message>
        <source>Try an example</source>
        <translation>试一个例子</translation>
    </message>
    <message>
        <source>Find the traveller in a crowd.</source>
        <translation>在人群中找到旅行者。</translation>
    </message>
    <message>
        <source>While it changes</source>
        <translation>实时查找</translation>
    </message>
    <message>
        <source>On a screen, in a camera or in a video.</source>
        <translation>在屏幕、摄像头或视频中。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::StatusBand</name>
    <message>
        <source>Result of the search</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Start or cancel the search</source>
        <translation>开始或取消搜索</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>Settings changed. Search again (F5)</source>
        <translation>设置已更改。请重新搜索（F5）</translation>
    </message>
    <message>
        <source>Not searched yet.</source>
        <translation>尚未搜索。</translation>
    </message>
    <message>
        <source>%1, %2 x %3 pixels</source>
        <translation>%1，%2 x %3 像素</translation>
    </message>
    <message>
        <source>%1 %, %2 s left</source>
        <translation>%1 %，还剩 %2 秒</translation>
    </message>
    <message>
        <source>Searching other angles and sizes</source>
        <translation>正在搜索其他角度和大小</translation>
    </message>
    <message>
        <source>%1, judged by %2</source>
        <translation>%1，由 %2 评判</translation>
    </message>
    <message>
        <source>%1 · %2 ms</source>
        <translation>%1 · %2 毫秒</translation>
    </message>
    <message>
        <source>%1 · %2 s</source>
        <translation>%1 · %2 秒</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Engine: %1</source>
        <translation>引擎：%1</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>各遍</translation>
    </message>
</context>
<context>
    <name>espy::desktop::StatusLine</name>
    <message>
        <source>Pixel under the pointer</source>
        <translation>指针下的像素</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>%1 x %2 at %3, %4</source>
        <translation>%1 x %2，位于 %3, %4</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2：%3</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SurfaceAdder</name>
    <message>
        <source>%1: has the same id as %2: %3</source>
        <translation>%1：与 %2 同名：%3</translation>
    </message>
    <message>
        <source>Not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>%1: not enough memory to read it.</source>
        <translation>%1：内存不足，无法读取。</translation>
    </message>
    <message>
        <source>%1: too few features to be identified: %2, but the library requires %3</source>
        <translation>%1：特征太少，无法识别：只有 %2 个，而库要求 %3 个</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SurfaceWords</name>
    <message>
        <source>This is %1.</source>
        <translation>这是 %1。</translation>
    </message>
    <message>
        <source>None of these.</source>
        <translation>都不是。</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>none of these</source>
        <translation>都不是</translation>
    </message>
    <message>
        <source>The library is empty.</source>
        <translation>库是空的。</translation>
    </message>
    <message>
        <source>None of the %1 features of this photograph matches the library.</source>
        <translation>这张照片的 %1 个特征中没有一个与库匹配。</translation>
    </message>
    <message>
        <source>The most similar is %1, but only %2 of its %3 matched features fit one flat surface.</source>
        <translation>最相似的是 %1，但 %3 个匹配特征中只有 %2 个位于同一平面上。</translation>
    </message>
    <message>
        <source>%1 of %2 matched features fit one flat surface.</source>
        <translation>%2 个匹配特征中有 %1 个位于同一平面上。</translation>
    </message>
    <message>
        <source>%1: %2 matched features, %3 of them agree</source>
        <translation>%1：%2 个匹配特征，其中 %3 个一致</translation>
    </message>
    <message>
        <source>%1 %2 ms</source>
        <translation>%1 %2 毫秒</translation>
    </message>
    <message>
        <source>%1 surfaces by %2: %3</source>
        <translation>%2 查找 %1 个表面：%3</translation>
    </message>
    <message>
        <source>%1 surfaces, %2 features</source>
        <translation>%1 个表面，%2 个特征</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation>已添加 %1 个</translation>
    </message>
    <message>
        <source>%1 replaced</source>
        <translation>已替换 %1 个</translation>
    </message>
    <message>
        <source>%1 already known</source>
        <translation>已知 %1 个</translation>
    </message>
    <message>
        <source>%1 Another surface has %2 more matched features, but fewer that agree.</source>
        <translation>%1另一个表面多 %2 个匹配特征，但其中一致的较少。</translation>
    </message>
    <message>
        <source>%1 It has %2 more matched features than any other surface.</source>
        <translation>%1它比其他任何表面多 %2 个匹配特征。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimeScale</name>
    <message>
        <source>1 sample</source>
        <translation>1 个采样</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个采样</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>采样</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingCharts</name>
    <message>
        <source>cannot run here: %1</source>
        <translation>无法在此运行：%1</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>ideal: speed-up equal to the number of threads</source>
        <translation>理想情况：加速比等于线程数</translation>
    </message>
    <message>
        <source>whole run %1 ms, n = %2</source>
        <translation>完整运行 %1 毫秒，n = %2</translation>
    </message>
    <message>
        <source>search only %1 ms</source>
        <translation>仅搜索 %1 毫秒</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingExport</name>
    <message>
        <source>%1; medians of up to %2 whole runs with median absolute deviations, the first run separate</source>
        <translation>%1；最多 %2 次完整运行的中位数及绝对中位差，首次运行单独列出</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingFigures</name>
    <message>
        <source>exact, tolerance %1</source>
        <translation>精确，容差 %1</translation>
    </message>
    <message>
        <source>%1, score at least %2</source>
        <translation>%1，得分不低于 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>✗ different matches</source>
        <translation>✗ 匹配不同</translation>
    </message>
    <message>
        <source>✓ identical</source>
        <translation>✓ 完全一致</translation>
    </message>
    <message>
        <source>nothing to compare with</source>
        <translation>没有可比较的对象</translation>
    </message>
    <message>
        <source>%1, %2 × %3 pixels, %4, %5</source>
        <translation>%1，%2 × %3 像素，%4，%5</translation>
    </message>
    <message>
        <source>1 needle</source>
        <translation>1 个查找图</translation>
    </message>
    <message>
        <source>%1 needles</source>
        <translation>%1 个查找图</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingRunner</name>
    <message>
        <source>there is not enough memory</source>
        <translation>内存不足</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingTable</name>
    <message>
        <source>cannot run here: %1</source>
        <translation>无法在此运行：%1</translation>
    </message>
    <message>
        <source>only the first run</source>
        <translation>仅首次运行</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Runs after the first</source>
        <translation>首次之后的运行次数</translation>
    </message>
    <message>
        <source>Are the matches identical to those of the first engine, to the last bit?</source>
        <translation>匹配是否与第一个引擎完全一致，直到最后一位？</translation>
    </message>
    <message>
        <source>Milliseconds of this stage, median and deviation</source>
        <translation>此阶段的毫秒数，中位数与偏差</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>效率</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>%1, ms</source>
        <translation>%1，毫秒</translation>
    </message>
    <message>
        <source>Milliseconds of a whole run, from reading the picture to the painted marks: the median of the runs after the first, and the median absolute deviation from it</source>
        <translation>一次完整运行的毫秒数，从读取图片到画好标记：首次之后各次的中位数及其绝对中位差</translation>
    </message>
    <message>
        <source>Milliseconds of the search alone, without reading the picture, painting marks, and transfers to and from a GPU</source>
        <translation>仅搜索的毫秒数，不含读取图片、绘制标记以及与 GPU 之间的传输</translation>
    </message>
    <message>
        <source>The first whole run, in milliseconds. It warms caches and initialises a GPU, and is not part of the other figures.</source>
        <translation>首次完整运行的毫秒数。它预热缓存并初始化 GPU，不计入其他数值。</translation>
    </message>
    <message>
        <source>Whole runs of this engine, compared with those of “sequential”</source>
        <translation>此引擎的完整运行与“sequential”相比</translation>
    </message>
    <message>
        <source>Whole runs, compared with those on one thread</source>
        <translation>完整运行与单线程相比</translation>
    </message>
    <message>
        <source>The same, of the search alone</source>
        <translation>同上，仅搜索</translation>
    </message>
    <message>
        <source>The speed-up divided by the number of threads; 1 is ideal</source>
        <translation>加速比除以线程数；1 为理想值</translation>
    </message>
    <message>
        <source>Whole run, ms</source>
        <translation>完整运行，毫秒</translation>
    </message>
    <message>
        <source>Search only, ms</source>
        <translation>仅搜索，毫秒</translation>
    </message>
    <message>
        <source>First whole run, ms</source>
        <translation>首次完整运行，毫秒</translation>
    </message>
    <message>
        <source>Whole run vs sequential</source>
        <translation>完整运行，与 sequential 相比</translation>
    </message>
    <message>
        <source>Whole run vs one thread</source>
        <translation>完整运行，与单线程相比</translation>
    </message>
    <message>
        <source>Search only</source>
        <translation>仅搜索</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingView</name>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>测量内容</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>&amp;Runs:</source>
        <translation>运行次数(&amp;R)：</translation>
    </message>
    <message>
        <source>Runs of each engine after the first</source>
        <translation>每个引擎首次之后的运行次数</translation>
    </message>
    <message>
        <source>Runs of each engine, after a first run that is shown separately</source>
        <translation>每个引擎的运行次数，首次运行单独显示</translation>
    </message>
    <message>
        <source>&amp;Threads one by one</source>
        <translation>逐个线程数(&amp;T)</translation>
    </message>
    <message>
        <source>Measure on one, two and more threads</source>
        <translation>用一个、两个及更多线程测量</translation>
    </message>
    <message>
        <source>Also measures threads and openmp on 1, 2 ... threads</source>
        <translation>另外用 1、2 ... 个线程测量 threads 和 openmp</translation>
    </message>
    <message>
        <source>Refere&amp;nce too</source>
        <translation>包括参考引擎(&amp;N)</translation>
    </message>
    <message>
        <source>Measure the reference engine, too</source>
        <translation>同时测量参考引擎</translation>
    </message>
    <message>
        <source>The plain, slow implementation that defines the result: a large picture takes minutes</source>
        <translation>定义结果的朴素实现，速度较慢：大图片需要几分钟</translation>
    </message>
    <message>
        <source>A&amp;xis:</source>
        <translation>坐标轴(&amp;X)：</translation>
    </message>
    <message>
        <source>Axis of times</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>Time of each engine</source>
        <translation>各引擎的时间</translation>
    </message>
    <message>
        <source>median ± MAD</source>
        <translation>中位数 ± MAD</translation>
    </message>
    <message>
        <source>first run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <source>Figures of each engine</source>
        <translation>各引擎的数据</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Figures of each number of threads</source>
        <translation>各线程数的数据</translation>
    </message>
    <message>
        <source>Watch as a race</source>
        <translation>以竞速方式观看</translation>
    </message>
    <message>
        <source>Watch the engines race in slow motion</source>
        <translation>以慢动作观看引擎竞速</translation>
    </message>
    <message>
        <source>Save picture...</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save the chart as a picture</source>
        <translation>将图表保存为图片</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>%v of %m runs</source>
        <translation>%v / %m 次运行</translation>
    </message>
    <message>
        <source>%v of %m runs, %1</source>
        <translation>%v / %m 次运行，%1</translation>
    </message>
    <message>
        <source>Nothing to measure yet: open a picture and choose something to find.</source>
        <translation>还没有可测量的内容：请打开一张图片并选择要查找的东西。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>Cancel the measurement</source>
        <translation>取消测量</translation>
    </message>
    <message>
        <source>Measure all engines</source>
        <translation>测量所有引擎</translation>
    </message>
    <message>
        <source>Press Measure to see where each engine spends its time: reading, the passes of the search, and transfers to and from a GPU.</source>
        <translation>点击“测量”后，此处显示每个引擎的时间花在哪里：读取、搜索的各遍，以及与 GPU 之间的传输。</translation>
    </message>
    <message>
        <source>Threads were not measured one by one.</source>
        <translation>未逐个线程数测量。</translation>
    </message>
    <message>
        <source>Press Measure to see the speed-up with more threads.</source>
        <translation>点击“测量”后，此处显示更多线程的加速比。</translation>
    </message>
    <message>
        <source>The measurement ended early: %1</source>
        <translation>测量提前结束：%1</translation>
    </message>
    <message>
        <source>Cancelled. The measurements so far are shown.</source>
        <translation>已取消。显示此前的测量结果。</translation>
    </message>
    <message>
        <source>milliseconds of a whole run</source>
        <translation>完整运行的毫秒数</translation>
    </message>
    <message>
        <source>Speed-up with more threads</source>
        <translation>更多线程的加速比</translation>
    </message>
    <message>
        <source>whole run: speed-up over one thread</source>
        <translation>完整运行：相对单线程的加速比</translation>
    </message>
    <message>
        <source>SVG drawings (*.svg)</source>
        <translation>SVG 图形 (*.svg)</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingWork</name>
    <message>
        <source>The picture&apos;s file has changed, so loading is not measured.</source>
        <translation>图片文件已更改，因此不测量载入时间。</translation>
    </message>
    <message>
        <source>Loading is not measured: %1</source>
        <translation>不测量载入时间：%1</translation>
    </message>
    <message>
        <source>it is not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>this engine has no scored find</source>
        <translation>此引擎没有按得分的查找</translation>
    </message>
    <message>
        <source>this engine has no exact find</source>
        <translation>此引擎没有精确查找</translation>
    </message>
    <message>
        <source>this engine has no flag plane</source>
        <translation>此引擎没有标志平面</translation>
    </message>
    <message>
        <source>this engine has no marking</source>
        <translation>此引擎没有标记功能</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ToolWindow</name>
    <message>
        <source>%1 - Espy</source>
        <translation>%1 - Espy</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ToolWindows</name>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>论文</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TravellerLink</name>
    <message>
        <source>Drawing a crowd of %1 megapixels...</source>
        <translation>正在绘制 %1 百万像素的人群…</translation>
    </message>
    <message>
        <source>There is not enough memory for so large a crowd.</source>
        <translation>内存不足以绘制这么大的人群。</translation>
    </message>
    <message>
        <source>He looks exactly like this, and he is there once. Zoom with the wheel, and click him when you see him.</source>
        <translation>他正是这个样子，只出现一次。用滚轮缩放，看到他就点击他。</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TrayView</name>
    <message>
        <source>Needles</source>
        <translation>查找图</translation>
    </message>
    <message>
        <source>Colour of the needle&apos;s marks</source>
        <translation>此查找图标记的颜色</translation>
    </message>
    <message>
        <source>Chooses the colour of this needle&apos;s marks</source>
        <translation>选择此查找图标记的颜色</translation>
    </message>
    <message>
        <source>Colour of the marks</source>
        <translation>标记的颜色</translation>
    </message>
    <message>
        <source>Drag a rectangle over the picture, or drop a needle</source>
        <translation>在图片上拖出一个矩形，或拖放一个查找图</translation>
    </message>
    <message>
        <source>Save &amp;judge...</source>
        <translation>保存评判器(&amp;J)…</translation>
    </message>
    <message>
        <source>&amp;Load judge...</source>
        <translation>载入评判器(&amp;L)…</translation>
    </message>
</context>
<context>
    <name>espy::desktop::VariantBar</name>
    <message numerus="yes">
        <source>%n identical</source>
        <translation>
            <numerusform>%n 个相同</numerusform>
        </translation>
    </message>
    <message>
        <source>none identical</source>
        <translation>没有相同的</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>相同</translation>
    </message>
    <message numerus="yes">
        <source>%n similar</source>
        <translation>
            <numerusform>%n 个相似</numerusform>
        </translation>
    </message>
    <message>
        <source>none similar</source>
        <translation>没有相似的</translation>
    </message>
    <message>
        <source>similar</source>
        <translation>相似</translation>
    </message>
    <message numerus="yes">
        <source>%n turned</source>
        <translation>
            <numerusform>%n 个旋转</numerusform>
        </translation>
    </message>
    <message>
        <source>none turned</source>
        <translation>没有旋转的</translation>
    </message>
    <message>
        <source>turned</source>
        <translation>旋转</translation>
    </message>
    <message numerus="yes">
        <source>%n at other sizes</source>
        <translation>
            <numerusform>%n 个其他大小</numerusform>
        </translation>
    </message>
    <message>
        <source>none at other sizes</source>
        <translation>没有其他大小的</translation>
    </message>
    <message>
        <source>other sizes</source>
        <translation>其他大小</translation>
    </message>
    <message numerus="yes">
        <source>%n mirrored</source>
        <translation>
            <numerusform>%n 个镜像</numerusform>
        </translation>
    </message>
    <message>
        <source>none mirrored</source>
        <translation>没有镜像的</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Do not look for more</source>
        <translation>不再继续查找</translation>
    </message>
    <message numerus="yes">
        <source>%n weaker hidden</source>
        <translation>
            <numerusform>隐藏了 %n 个较弱的</numerusform>
        </translation>
    </message>
    <message>
        <source>%1...</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>%1: not finished</source>
        <translation>%1：未完成</translation>
    </message>
    <message numerus="yes">
        <source>Show these %n matches</source>
        <translation>
            <numerusform>显示这 %n 个匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espy::desktop::Workbench</name>
    <message>
        <source>open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>change needle %1</source>
        <translation>更改查找图 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>ignore a part</source>
        <translation>忽略一部分</translation>
    </message>
    <message>
        <source>cut out</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>cut %1</source>
        <translation>裁剪 %1</translation>
    </message>
    <message>
        <source>change the minimum score</source>
        <translation>更改最低得分</translation>
    </message>
    <message>
        <source>change the options</source>
        <translation>更改选项</translation>
    </message>
    <message>
        <source>keep the needle</source>
        <translation>保留查找图</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Finds a picture in pictures.</source>
        <translation>在图片中查找图片。</translation>
    </message>
    <message>
        <source>A needle; may repeat.</source>
        <translation>查找图；可重复。</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Find the traveller in the crowd.</source>
        <translation>在人群中找到旅行者。</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>The picture; several, or a folder, make a batch.</source>
        <translation>图片；多个文件或一个文件夹作为一批。</translation>
    </message>
    <message>
        <source>Find which surface of a library the pictures show.</source>
        <translation>查找图片上是库中的哪个表面。</translation>
    </message>
    <message>
        <source>Search in the files as recordings.</source>
        <translation>把文件作为记录来搜索。</translation>
    </message>
    <message>
        <source>Search a screen, a camera or this video while it changes.</source>
        <translation>在屏幕、摄像头或此视频变化时进行查找。</translation>
    </message>
</context>
</TS>
