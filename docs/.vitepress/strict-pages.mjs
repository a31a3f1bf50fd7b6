import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const INLINE_SCRIPT = /<script(?<attributes>(?: (?!src=)[\w-]+(?:="[^"]*")?)*)>(?<code>[^<]+)<\/script>/g;
/** Not among the assets, whose names say what they hold: its own does not, so browsers have to ask whether it changed. */
const CODE_STYLES = 'code.css';

/** Scripts that stood in pages, by the name of their file. */
const scripts = new Map();

/**
 * The server's pages run no script that stands in them, and have no style attributes. What VitePress writes into each page
 * (dark mode before the first paint) goes into a file that the page loads at the same place.
 */
export function pageWithoutInlineScripts(html, _id, { siteConfig }) {
  const { base } = siteConfig.site;
  return html
    .replaceAll(INLINE_SCRIPT, (_whole, attributes, code) => {
      const name = `inline-${createHash('sha256').update(code).digest('hex').slice(0, 10)}.js`;
      scripts.set(name, code);
      return `<script${attributes} src="${base}assets/${name}"></script>`;
    })
    .replace('</head>', `<link rel="stylesheet" href="${base}${CODE_STYLES}">\n</head>`)
    .replaceAll(/(<[a-z][^<>]*?) style="[^"]*"/g, '$1');
}

export async function writeScripts(outDir) {
  for (const [name, code] of scripts) await fs.writeFile(path.join(outDir, 'assets', name), code);
}

export async function writeStylesOfCode(outDir, css) {
  await fs.writeFile(path.join(outDir, CODE_STYLES), css);
}
