import { OPERATIONS } from '../../packages/contract/dist/index.js';

/**
 * The block of an operation in the reference begins with a marker that names it. On the site a link stands there too: to the
 * same operation on /docs of the same server, where a request can be sent.
 */
export function tryItLinks(md) {
  const renderComment = md.renderer.rules.html_block;
  md.renderer.rules.html_block = (tokens, index, ...rest) => {
    const [, id] = /^<!-- operation: ([\w.-]+) -->/.exec(tokens[index].content) ?? [];
    return id === undefined ? renderComment(tokens, index, ...rest) : link(id);
  };
}

function link(id) {
  if (!OPERATIONS.some((operation) => operation.id === id)) throw new Error(`no operation ${id}`);
  const [tag] = id.split('.');
  return `<p class="try-it"><a href="/docs#/${tag}/${id}" target="_self">Try it on /docs</a></p>\n`;
}
