// The documents as Markdown files for programs that read text, such as agents: each page at its address plus .md, a list
// of all pages (llms.txt, https://llmstxt.org), and all pages in one file.
import fs from 'node:fs';
import path from 'node:path';
import { DOCS, INCLUDE } from './docs-pages.mjs';

const SUMMARY = `# Cardwright

> A self-hosted gateway that issues and controls cards, decides on e-commerce payments, and boards merchants.

Every page is Markdown at its address plus \`.md\`. All pages for users together: [llms-full.txt](/llms-full.txt). The description of the
interface for tools: [openapi.json](/openapi.json).
`;

/**
 * Returns the text files of the build by name.
 *
 * @param groups the groups of the menu: { text, isForContributors, pages: [{ text, page }] }
 * @param operations the pages of the operations, as Markdown: { id, title, text }
 */
export function markdownFiles(groups, operations) {
  const pages = groups.flatMap((group) => group.pages.map(({ page }) => page));
  const texts = new Map(['index', ...pages].map((page) => [page, readMarkdown(page)]));
  const forUsers = groups.filter(({ isForContributors }) => !isForContributors);
  const usersPages = ['index', ...forUsers.flatMap((group) => group.pages.map(({ page }) => page))];
  const list = groups.map(({ text, pages: ofGroup }) => {
    const links = ofGroup.map(({ text: title, page }) => `- [${title}](/docs/guide/${page}.md)`);
    return `## ${text}\n\n${links.join('\n')}\n`;
  });
  const operationLinks = operations.map(({ id, title }) => `- [${title}](/docs/operations/${id}.md)`);
  list.push(`## Operations\n\n${operationLinks.join('\n')}\n`);
  return new Map([
    ...operations.map(({ id, text }) => [`markdown/operations/${id}.md`, text]),
    ...[...texts].map(([page, text]) => [`markdown/${page}.md`, text]),
    ['llms.txt', [SUMMARY, ...list].join('\n')],
    ['llms-full.txt', usersPages.map((page) => `<!-- /docs/guide/${page}.md -->\n\n${texts.get(page)}`).join('\n')],
  ]);
}

/**
 * Reads a document as Markdown. Replaces links that leave docs/ with their text, because the server serves no source
 * code.
 */
function readMarkdown(name) {
  const file = path.join(DOCS, `${name}.md`);
  const text = fs.readFileSync(file, 'utf8');
  const [, included] = INCLUDE.exec(text) ?? [];
  if (included === undefined) return withoutOutsideLinks(withoutMarks(text), file);
  const whole = path.resolve(path.dirname(file), included);
  const body = fs.readFileSync(whole, 'utf8').replace(/^# .*\n/, '');
  return withoutOutsideLinks(withoutMarks(text.replace(INCLUDE, '')), file) + withoutOutsideLinks(body, whole);
}

/** Removes the comments that mark generated parts. */
function withoutMarks(text) {
  return text.replace(/^<!-- .* -->\n\n?/gm, '');
}

function withoutOutsideLinks(text, file) {
  return text.replace(/(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)/g, (whole, isPicture, label, target) => {
    if (/^(https?:|\/)/.test(target)) return whole;
    const isInside = path.resolve(path.dirname(file), target).startsWith(`${DOCS}${path.sep}`);
    return isInside && isPicture === '' && path.dirname(file).startsWith(DOCS) ? whole : label;
  });
}
