import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BankRule } from '@cardwright/contract';
import { UsageError } from '../output/usage-error.ts';

/** The content of a rule file. The file name is the name of the rule. */
export type RuleFile = Readonly<Record<string, unknown>>;

const MEMBERS = ['description', 'condition', 'effect', 'from', 'until'] as const;
const FILE = /^([A-Z][A-Z0-9_]{1,23})\.json$/;

/** Returns the content of a version, without fields that are not set. */
function fileOfVersion(version: BankRule['versions'][number]): RuleFile {
  return Object.fromEntries(MEMBERS.flatMap((name) => (version[name] === null ? [] : [[name, version[name]]])));
}

/** Returns the content of the file of a rule. Its subject is included unless it is the default. */
export function fileOfRule({ on }: Pick<BankRule, 'on'>, version: BankRule['versions'][number]): RuleFile {
  return { ...(on !== 'authorization' && { on }), ...fileOfVersion(version) };
}

/** Whether two rule files have the same content in any order. Times are compared as instants. */
export function isSameRule(one: RuleFile, other: RuleFile): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => inOrder(entry));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== null);
    return Object.fromEntries(members.sort().map(([key, member]) => [key, inOrder(member, key)]));
  }
  const isTime = (name === 'from' || name === 'until') && typeof value === 'string';
  return isTime && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value;
}

/** Writes the file, and returns its path. */
export async function writeRuleFile(folder: string, name: string, content: RuleFile): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
  return path;
}

/** Reads the files of a folder by rule name. All errors in the files are reported together. */
export async function readRuleFiles(folder: string): Promise<Map<string, RuleFile>> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`folder ${folder} not found. To create it, run: cardwright rules pull`);
  });
  const files = new Map<string, RuleFile>();
  const wrong: string[] = [];
  for (const file of names.filter((each) => each.endsWith('.json')).sort()) {
    const [, rule] = FILE.exec(file) ?? [];
    const content = parsed(await readFile(join(folder, file), 'utf8'));
    if (rule === undefined)
      wrong.push(`${file}: the name of a rule must have 2 to 24 uppercase letters, digits and underscores`);
    else if (content === undefined) wrong.push(`${file}: the content must be a JSON object`);
    else files.set(rule, content);
  }
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'));
  return files;
}

function parsed(text: string): RuleFile | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RuleFile) : undefined;
  } catch {
    return undefined;
  }
}
