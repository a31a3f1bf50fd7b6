import { filesUnder, read } from './source-tree.ts';

/**
 * A fenced block of a guide. What stands behind the language says what it is:
 *
 * - `sh`: commands, run in one shell for each page, in the order of the page
 * - `ts file=name.ts`: a program, compiled under --strict, and kept for the commands that follow
 * - `json file=name.json`: a file for the commands that follow
 * - `json answer`, `text answer`: what the last command printed. `shortened` lets members and later entries be left out
 * - `not-run="reason"`: a block of any language that cannot run in a test
 */
export interface GuideBlock {
  readonly page: string;
  readonly line: number;
  readonly kind: 'commands' | 'file' | 'answer' | 'not run';
  readonly language: string;
  readonly file: string | undefined;
  readonly isShortened: boolean;
  readonly reason: string | undefined;
  readonly text: string;
}

/** Pages that tell a reader what to type. The reference is held by the golden examples. */
export const GUIDES = [...filesUnder('docs/start'), ...filesUnder('docs/guides')].filter((path) =>
  path.endsWith('.md'),
);

const FENCE = /^(`{3,})([^\n]*)\n([\s\S]*?)^\1[ ]*$/gm;

export function blocksOf(page: string): GuideBlock[] {
  const text = read(page);
  return [...text.matchAll(FENCE)].map(({ index, 2: info = '', 3: content = '' }) => {
    const line = text.slice(0, index).split('\n').length;
    return { page, line, text: content, ...readInfo(info, `${page}:${line}`) };
  });
}

function readInfo(
  info: string,
  place: string,
): Pick<GuideBlock, 'kind' | 'language' | 'file' | 'isShortened' | 'reason'> {
  const [language = '', ...rest] = info.trim().split(' ');
  const attributes = rest.join(' ');
  const file = /\bfile=([\w.-]+)/.exec(attributes)?.[1];
  const reason = /\bnot-run="([^"]+)"/.exec(attributes)?.[1];
  const isShortened = /\bshortened\b/.test(attributes);
  const about = { language, file, isShortened, reason };
  if (reason !== undefined) return { ...about, kind: 'not run' };
  if (/\banswer\b/.test(attributes)) return { ...about, kind: 'answer' };
  if (file !== undefined) return { ...about, kind: 'file' };
  if (language === 'sh') return { ...about, kind: 'commands' };
  throw new Error(`${place}: \`\`\`${info} is neither commands nor a file nor an answer: say which, or not-run="why"`);
}
