import { styleText } from 'node:util';
import { ExactNumber } from '@cardwright/contract';
import { CardwrightError } from '@cardwright/sdk';
import { describe, expect, it, vi } from 'vitest';
import { print } from './print.ts';
import { reportFailure } from './report-failure.ts';
import { jsonLine, prettyJson } from './show-json.ts';
import { factsOf, tableText } from './show-table.ts';
import { CredentialsError, SandboxError, UsageError } from './usage-error.ts';

describe('printed output', () => {
  it('retains the digits of numbers, on one line and on several', () => {
    const value = { rate: new ExactNumber('1.10'), list: [1, 'a'], none: [], left: undefined, nothing: null };
    expect(jsonLine(value)).toBe('{"rate":1.10,"list":[1,"a"],"none":[],"nothing":null}');
    expect(prettyJson(value)).toBe(
      '{\n  "rate": 1.10,\n  "list": [\n    1,\n    "a"\n  ],\n  "none": [],\n  "nothing": null\n}',
    );
  });

  it('is a table without lines whose columns are as wide as their content', () => {
    expect(
      tableText(
        ['NAME', 'N'],
        [
          ['short', 1],
          ['somewhat longer', null],
        ],
      ),
    ).toBe('NAME             N\nshort            1\nsomewhat longer  -');
    expect(factsOf({ a: 'b', left: undefined, longer: ['c', 'd'] })).toBe('a       b\nlonger  c, d');
  });

  it('contains no terminal control characters except its own colors, and means the same as JSON', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      print(`${styleText('red', 'no', { validateStream: false })}\t\u001b[2J\r\u009b1A\u0007\u202eé\nb`);
      expect(write).toHaveBeenCalledWith('\u001b[31mno\u001b[39m\t\\u001b[2J\\u000d\\u009b1A\\u0007\\u202eé\nb\n');
      print(JSON.stringify({ path: 'a\u009bb\u007f' }));
      expect(JSON.parse(String(write.mock.calls[1]?.[0]))).toEqual({ path: 'a\u009bb\u007f' });
    } finally {
      write.mockRestore();
    }
  });
});

describe('a failure', () => {
  const refused = new CardwrightError({
    operation: 'cards.create-card',
    code: '303',
    text: 'Card not found',
    status: 404,
    requestId: 'R1',
    findings: [{ path: 'body.card', code: '103', message: 'is mandatory' }],
  });
  const unreachable = new CardwrightError({ operation: 'x', code: 'connection_failed', text: 'no connection' });
  const unknown = new CardwrightError({ operation: 'x', code: 'credentials_refused', text: 'HTTP 401' });

  it.each([
    ['an invalid command line', new UsageError('a'), 2],
    ['an error code', refused, 3],
    ['no connection', unreachable, 4],
    ['refused credentials', unknown, 5],
    ['a missing login', new CredentialsError('a'), 5],
    ['a sandbox that refuses', new SandboxError('a', true), 3],
    ['an unreachable sandbox', new SandboxError('a', false), 4],
    ['anything else', new Error('a'), 1],
  ])('by %s has its own exit code', (_what, error, code) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(reportFailure(error, false)).toBe(code);
      expect(reportFailure(error, true)).toBe(code);
    } finally {
      write.mockRestore();
    }
  });

  it('is reported with all findings, as lines or as JSON', () => {
    const written: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    try {
      reportFailure(refused, false);
      expect(written.splice(0).join('')).toBe(
        'cardwright: cards.create-card: 303 Card not found [request R1]\n  103  body.card  is mandatory\n',
      );
      reportFailure(refused, true);
      expect(JSON.parse(written.join(''))).toMatchObject({
        error: { code: '303', name: 'card_not_found', findings: [{ path: 'body.card' }], request_id: 'R1' },
      });
    } finally {
      write.mockRestore();
    }
  });
});
