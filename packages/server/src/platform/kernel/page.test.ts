import { describe, expect, it } from 'vitest';
import { beginning, cutPage, readPage } from './page.ts';

const at = new Date('2026-11-20T08:00:00.123Z');
const entry = (id: bigint) => ({ at, id });

describe('pages', () => {
  it('has 50 entries unless the request names another number', () => {
    expect(readPage({})).toMatchObject({ ok: true, value: { limit: 50 } });
    expect(readPage({ limit: '1' })).toMatchObject({ ok: true, value: { limit: 1 } });
    expect(readPage({ limit: 200 })).toMatchObject({ ok: true, value: { limit: 200 } });
  });

  it.each(['0', '201', '999'])('refuses a limit of %s', (limit) => {
    expect(readPage({ limit })).toEqual({
      ok: false,
      error: 'value_not_allowed',
      path: 'limit',
      message: 'must be 1 to 200',
    });
  });

  it.each([
    '',
    '1',
    '1795161600123',
    '1795161600123-',
    '-7',
    "1795161600123-7'",
    '99999999999999-1',
    '1795161600123-9223372036854775808',
  ])('refuses the cursor %j, which no page returned', (cursor) => {
    const message = 'must be what a page gave for the next one';
    expect(readPage({ cursor })).toEqual({ ok: false, error: 'value_not_allowed', path: 'cursor', message });
  });

  it('begins the next page after the last entry of this one', () => {
    const page = { before: entry(99n), limit: 2 };
    const cut = cutPage([entry(9n), entry(8n), entry(7n)], page, (row) => row);
    expect(cut).toEqual({ rows: [entry(9n), entry(8n)], nextCursor: '1795161600123-8' });
    expect(readPage({ cursor: '1795161600123-8' })).toMatchObject({ value: { before: { at, id: 8n } } });
  });

  it('may begin after any bigint, as the keys of messages are hashes', () => {
    expect(readPage({ cursor: '1795161600123--9223372036854775808' })).toMatchObject({
      value: { before: { at, id: -9223372036854775808n } },
    });
  });

  it('begins within the requested range, whose end is exclusive', () => {
    const later = new Date('2026-11-20T08:00:00.124Z');
    expect(beginning(entry(8n), later)).toEqual(entry(8n));
    expect(beginning({ at: later, id: 8n }, at)).toEqual({ at, id: -9223372036854775808n });
    expect(beginning(entry(8n), at)).toEqual({ at, id: -9223372036854775808n });
  });

  it('is the last one when nothing follows, full or not', () => {
    const page = { before: entry(99n), limit: 2 };
    expect(cutPage([entry(9n), entry(8n)], page, (row) => row).nextCursor).toBeNull();
    expect(cutPage([], page, (row: { at: Date; id: bigint }) => row)).toEqual({ rows: [], nextCursor: null });
  });
});
