import { filesUnder, read } from '../source-tree.ts';

const CLOCK_PAGE = 'docs/interface/sandbox.md';

/**
 * A fenced block of a guide. The text after the language determines its kind:
 *
 * - `sh`: commands, which run in one shell for each page, in the order of the page
 * - `ts file=name.ts`: a program, compiled under --strict, and stored for the commands that follow
 * - `json file=name.json`: a file for the commands that follow
 * - `json answer`, `text answer`: the output of the last command. With `shortened`, it may omit members and later entries
 * - `tested-by="file.test.ts"`: a block that needs more than a server and a shell, and has a test of its own
 * - `not-run="reason"`: a block of any language that cannot run in a test
 *
 * A block without a language is a drawing. Blocks that are generated from the contract or the program are tested there.
 */
export interface GuideBlock {
  readonly page: string;
  readonly line: number;
  readonly kind: 'commands' | 'file' | 'answer' | 'drawing' | 'tested elsewhere' | 'not run';
  readonly language: string;
  readonly file: string | undefined;
  readonly isShortened: boolean;
  readonly reason: string | undefined;
  readonly testedBy: string | undefined;
  readonly text: string;
}

const isPage = (path: string) => path.endsWith('.md');

/** Pages that a reader follows from a new sandbox on. Each has its own server. */
export const GUIDES = [...filesUnder('docs/start'), ...filesUnder('docs/guides')].filter(isPage);

/** All other pages. Their commands run page by page on one server. The last page moves the clock of the server. */
export const REFERENCE_PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesUnder('packages/sdk').filter(isPage),
  ...filesUnder('packages/contract').filter(isPage),
  ...filesUnder('docs').filter((path) => isPage(path) && !GUIDES.includes(path) && path !== CLOCK_PAGE),
  CLOCK_PAGE,
];

const GENERATED = /<!-- (?:fields|examples?|operations?|tolerances|commands)\b[^\n]*-->\n[\s\S]*?<!-- end -->/g;
const FENCE = /^(`{3,})([^\n]*)\n([\s\S]*?)^\1[ ]*$/gm;

export function blocksOf(page: string): GuideBlock[] {
  // Retains the number of lines, so that line numbers stay correct.
  const text = read(page).replaceAll(GENERATED, (block) => block.replaceAll(/[^\n]/g, ''));
  return [...text.matchAll(FENCE)].map(({ index, 2: info = '', 3: content = '' }) => {
    const line = text.slice(0, index).split('\n').length;
    return { page, line, text: content, ...readInfo(info, `${page}:${line}`) };
  });
}

function readInfo(info: string, place: string): Omit<GuideBlock, 'page' | 'line' | 'text'> {
  const [language = '', ...rest] = info.trim().split(' ');
  const attributes = rest.join(' ');
  const file = /\bfile=([\w.-]+)/.exec(attributes)?.[1];
  const reason = /\bnot-run="([^"]+)"/.exec(attributes)?.[1];
  const testedBy = /\btested-by="([^"]+)"/.exec(attributes)?.[1];
  const isShortened = /\bshortened\b/.test(attributes);
  const about = { language, file, isShortened, reason, testedBy };
  if (reason !== undefined) return { ...about, kind: 'not run' };
  if (testedBy !== undefined) return { ...about, kind: 'tested elsewhere' };
  if (language === '') return { ...about, kind: 'drawing' };
  if (/\banswer\b/.test(attributes)) return { ...about, kind: 'answer' };
  if (file !== undefined) return { ...about, kind: 'file' };
  if (language === 'sh') return { ...about, kind: 'commands' };
  throw new Error(
    `${place}: \`\`\`${info} is neither commands nor a file nor an answer: say which, tested-by="which test", or not-run="why"`,
  );
}
