import { ExactNumber, writeJson } from '@cardwright/contract';
import { faint, paint } from './paint.ts';

type Writable = Parameters<typeof writeJson>[0];

/** JSON on one line, for programs. Numbers keep their digits. */
export function jsonLine(value: unknown): string {
  return writeJson(value as Writable);
}

/** JSON on several lines, with colors on a terminal. */
export function prettyJson(value: unknown, indent = ''): string {
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return scalar(value);
  const isList = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return isList ? '[]' : '{}';
  const deeper = `${indent}  `;
  const lines = members.map(([name, member]) => {
    const key = isList ? '' : `${paint('cyan', JSON.stringify(name))}${faint(':')} `;
    return `${deeper}${key}${prettyJson(member, deeper)}`;
  });
  return `${isList ? '[' : '{'}\n${lines.join(',\n')}\n${indent}${isList ? ']' : '}'}`;
}

function scalar(value: unknown): string {
  const text = writeJson(value as Writable);
  return typeof value === 'string' ? paint('green', text) : paint('yellow', text);
}
