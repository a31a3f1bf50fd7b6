/** Shows above a block the name of the file that a reader saves it as; the guides name it behind the language. */
export function fileNames(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const [, file] = /\bfile=([\w.-]+)/.exec(tokens[index].info) ?? [];
    const block = fence(tokens, index, ...rest);
    return file === undefined ? block : `<p class="file-name"><code>${file}</code></p>\n${block}`;
  };
}
