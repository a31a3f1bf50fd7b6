// The Markdown files of docs/ as trees that a page renders element by element, so that a browser never interprets their
// text as markup.
// A node is a text, or [tag, attributes, ...children].
import fs from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { root } from '../prepare.mjs';

export const DOCS = path.join(root, 'docs');
/** Documents outside docs/ that a page includes as a whole. */
const INCLUDED = { 'packages/sdk/README.md': 'sdk', 'CHANGELOG.md': 'changelog' };
export const INCLUDE = /<!--@include: (\S+?)\{3,\}-->/;

const markdown = new MarkdownIt({ html: true });

/** Reads a document by its name, such as `interface/cards`: its title, its headings, and its content. */
export function readPage(name) {
  const file = path.join(DOCS, `${name}.md`);
  const [, included] = INCLUDE.exec(fs.readFileSync(file, 'utf8')) ?? [];
  const own = treeOf(fs.readFileSync(file, 'utf8').replace(INCLUDE, ''), file);
  if (included === undefined) return pageOf(own);
  const whole = path.resolve(path.dirname(file), included);
  const [, ...body] = treeOf(fs.readFileSync(whole, 'utf8'), whole);
  return pageOf([...own, ...body]);
}

/** Numbers repeated anchors, as GitHub does. */
function pageOf(tree) {
  const counts = new Map();
  const headings = tree
    .filter(([tag]) => /^h[1-6]$/.test(tag))
    .map((node) => {
      const text = textOf(node);
      const anchor = anchorOf(text);
      const again = counts.get(anchor) ?? 0;
      counts.set(anchor, again + 1);
      node[1] = { id: again === 0 ? anchor : `${anchor}-${again}` };
      return { level: Number(node[0].slice(1)), text, anchor: node[1].id };
    });
  return { title: headings[0]?.text ?? '', headings, tree };
}

/** The anchor of a heading, as GitHub makes it, so that links to headings work in both places. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

export function textOf(node) {
  if (typeof node === 'string') return node;
  const [, , ...children] = node;
  return children.map(textOf).join('');
}

function treeOf(text, file) {
  const [, , ...children] = nested(markdown.parse(text, {}), file);
  return children;
}

function nested(tokens, file) {
  const top = ['top', 0];
  const open = [top];
  for (const token of tokens) {
    const node = nodeOf(token, file);
    if (token.nesting === -1) open.pop();
    else if (node !== undefined) {
      open.at(-1).push(...node);
      if (token.nesting === 1) open.push(node[0]);
    }
  }
  return top;
}

/** Returns the nodes of a token: several for inline tokens, none for tokens that are not shown. */
function nodeOf(token, file) {
  const { type, tag, content, info, children } = token;
  if (type === 'inline') return nested(children, file).slice(2);
  if (type === 'text') return [content];
  if (type === 'softbreak') return ['\n'];
  if (type === 'code_inline') return [['code', 0, content]];
  if (type === 'fence') return [['pre', fenceFacts(info), content.trimEnd()]];
  if (type === 'image') {
    const picture = path.resolve(path.dirname(file), token.attrGet('src'));
    return [['img', { src: `picture:${picture}`, alt: token.content }]];
  }
  if (type === 'link_open') return [['a', locate(token.attrGet('href'), file)]];
  if (type === 'html_block' || type === 'html_inline') return ofComment(content, file);
  if (token.hidden) return token.nesting === 1 ? [['span', 0]] : [];
  const start = token.attrGet?.('start');
  return [[tag, start === null || start === undefined ? 0 : { start: Number(start) }]];
}

function fenceFacts(info) {
  const [language = '', role] = info.split(' ');
  const [, name] = /\bfile=([\w.-]+)/.exec(info) ?? [];
  return { language, ...(name !== undefined && { file: name }), ...(role === 'answer' && { role }) };
}

/**
 * Converts a comment. Comments are for the tools that fill in the reference. A comment with the name of an operation
 * becomes a link to its page.
 */
function ofComment(content, file) {
  // These are TypeDoc's anchors of type parameters.
  if (/^<(a id="[\w-]+"|\/a)>$/.test(content)) return undefined;
  if (!/^\s*<!--[\s\S]*-->\s*$/.test(content)) throw new Error(`${file} contains HTML: ${content}`);
  const [, id] = /^<!-- operation: ([\w.-]+) -->/.exec(content) ?? [];
  return id === undefined ? undefined : [['operation', { id }]];
}

/**
 * Returns the target of a link: a page, an operation, another address, or the name of a repository file that is not
 * served.
 */
function locate(target, file) {
  if (/^[a-z]+:/i.test(target)) return { href: target };
  const [name, hash] = decodeURI(target).split('#');
  const anchor = hash === undefined ? {} : { hash };
  if (name === '') return anchor;
  const absolute = path.resolve(path.dirname(file), name);
  if (!fs.existsSync(absolute)) throw new Error(`${file} links to ${target}, which does not exist`);
  const inRoot = path.relative(root, absolute).replaceAll('\\', '/');
  const [, operation, example] = /^packages\/contract\/examples\/([\w.-]+)\/\d+-([\w-]+)\.json$/.exec(inRoot) ?? [];
  if (operation !== undefined) return { address: `/operations/${operation}?example=${example}` };
  const page = INCLUDED[inRoot] ?? /^docs\/(.+)\.md$/.exec(inRoot)?.[1];
  return page === undefined ? { file: inRoot } : { page, ...anchor };
}
