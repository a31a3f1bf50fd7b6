import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCS = fileURLToPath(new URL('..', import.meta.url));
const ROOT = path.dirname(path.resolve(DOCS));

/** Files outside of docs/ that a page of the site includes whole. */
const INCLUDED = { 'packages/sdk/README.md': 'sdk.md', 'CHANGELOG.md': 'changelog.md' };

/**
 * Documents link to each other, and to files of the repository, by relative paths, which is what readers of the repository
 * need. On the site, a link to a document becomes one to its page, and a link to another file its name: the site has no copy.
 */
export function repositoryLinks(md) {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const token of tokens) if (token.type === 'inline') rewrite(token.children ?? [], env);
  });
}

function rewrite(tokens, env) {
  let isOutside = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = token.attrGet('href') ?? '';
      const found = /^([a-z]+:|#|\/)/i.test(target) ? { href: target } : locate(decodeURI(target), env);
      isOutside = found.file !== undefined;
      if (isOutside) become(token, 'open', [['title', `In the repository: ${found.file}`]]);
      else token.attrSet('href', found.href);
    } else if (token.type === 'link_close' && isOutside) {
      become(token, 'close', null);
      isOutside = false;
    }
  }
}

function become(token, side, attrs) {
  token.type = `outside_${side}`;
  token.tag = 'span';
  token.attrs = attrs === null ? null : [['class', 'in-repository'], ...attrs];
}

/** The page that a link leads to, as a path of the site, or the file of the repository. */
function locate(target, env) {
  const [file, anchor] = target.split('#');
  const page = env.path ?? path.join(DOCS, env.relativePath);
  const folders = [path.dirname(page), ...includedFolders(page)];
  const absolute = folders.map((folder) => path.resolve(folder, file)).find((each) => fs.existsSync(each));
  if (absolute === undefined) throw new Error(`${page} links to ${target}, which is not there`);
  const inRoot = path.relative(ROOT, absolute).replaceAll('\\', '/');
  const inSite =
    INCLUDED[inRoot] ?? (inRoot.startsWith('docs/') && inRoot.endsWith('.md') ? inRoot.slice(5) : undefined);
  return inSite === undefined ? { file: inRoot } : { href: `/${inSite}${anchor === undefined ? '' : `#${anchor}`}` };
}

/** What an included file links to is relative to that file. */
function includedFolders(page) {
  const name = path.relative(DOCS, page);
  return Object.entries(INCLUDED)
    .filter(([, including]) => including === name)
    .map(([file]) => path.join(ROOT, path.dirname(file)));
}
