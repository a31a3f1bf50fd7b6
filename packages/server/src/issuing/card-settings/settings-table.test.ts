import { describe, expect, it } from 'vitest';
import { type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileServer } from '../../testing/test-server.ts';

/**
 * The fields of docs/interface/card-settings.md#update and #get, written out by hand: field, kind, U-req, U-resp,
 * G-resp.
 */
const TABLE = `
canActivate                               product  -  M  M
cardNotPresentTransactionLimit            limit    O  M  M
cardPresentAllowBelowLimit                limit    O  M  M
cardPresentTransactionLimit               limit    O  M  M
cashTransactionLimit                      limit    O  M  M
dailyLimit                                limit    O  M  M
monthlyLimit                              limit    O  M  M
limit1                                    limit    O  M  M
limit2                                    limit    O  M  M
limit3                                    limit    O  M  M
cardPresentAllowAnyForeign                flag     O  M  M
cardPresentAllowBelow                     flag     O  M  M
cardPresentAllowSpecificForeign           flag     O  M  M
cardPresentAllowSpecificForeignCountries  list     O  M  M
cashStatus                                cash     O  M  O
dailyCounter                              counter  -  M  M
monthlyCounter                            counter  -  M  M
counter1                                  counter  -  M  M
counter2                                  counter  -  M  M
counter3                                  counter  -  M  M
permission1                               product  -  M  M
permission2                               product  -  M  M
permission3                               product  -  M  M
permission4                               product  -  M  M
permission5                               product  -  M  M
cardNotPresentStatus                      status   O  O  O
cardPresentStatus                         status   O  O  O
ecomStatus                                status   O  O  O
fallbackStatus                            status   O  O  O
function1Status                           status   O  O  O
function2Status                           status   O  O  O
function3Status                           status   O  O  O
masterStatus                              status   O  O  O
motoStatus                                status   O  O  O
purchaseStatus                            status   O  O  O
recurringStatus                           status   O  O  O
cardNotPresentOnUntil                     until    O  O  O
cardPresentOnUntil                        until    O  O  O
ecomOnUntil                               until    O  O  O
fallbackOnUntil                           until    O  O  O
function1OnUntil                          until    O  O  O
function2OnUntil                          until    O  O  O
function3OnUntil                          until    O  O  O
masterOnUntil                             until    O  O  O
motoOnUntil                               until    O  O  O
purchaseOnUntil                           until    O  O  O
recurringOnUntil                          until    O  O  O
cashOnUntil                               until    O  -  -
cardPresentAllowForeignStart              time     O  O  O
cardPresentAllowForeignEnd                time     O  O  O
dailyLimitIntervalEnd                     end      -  O  O
monthlyLimitIntervalEnd                   end      -  O  O
counter1IntervalEnd                       end      -  O  O
counter2IntervalEnd                       end      -  O  O
counter3IntervalEnd                       end      -  O  O
merchantGroupProfileId                    group    O  O  O
merchantGroupProfileName                  group    O  O  O
`;

type Column = 'M' | 'O' | '-';
interface Row {
  field: string;
  kind: string;
  sent: Column;
  afterUpdate: Column;
  onGet: Column;
}
const ROWS = TABLE.trim()
  .split('\n')
  .map((line): Row => {
    const [field, kind, sent, afterUpdate, onGet] = line.split(/ +/) as [string, string, Column, Column, Column];
    return { field, kind, sent, afterUpdate, onGet };
  });
const SETTABLE = ROWS.filter(({ sent }) => sent === 'O');

/** For each kind, the value that a request sends and the value that the answer shows. */
const VALUES: Record<string, [sent: string, shown: string]> = {
  limit: ['1500.5', '1500.50'],
  flag: ['true', 'true'],
  list: ['DE, FRA,840', 'DE, FRA,840'],
  cash: ['ON_FOR_ONE', 'ON_FOR_ONE'],
  status: ['ON_FOR_ONE', 'ON_FOR_ONE'],
  until: ['2026-12-24T18:59:00.123-01:00', '2026-12-24T23:59:00.123+04:00'],
  time: ['2026-12-24T18:59:00.123-01:00', '2026-12-24T23:59:00.123+04:00'],
  group: ['Corner shops', 'Corner shops'],
};

/** The answer for an account of DEMO's DEBIT-CLASSIC that has no settings. The third counter never ends. */
const UNTOUCHED: Record<string, string> = {
  canActivate: 'false',
  permission1: 'false',
  permission2: 'false',
  permission3: 'false',
  permission4: 'false',
  permission5: 'false',
  dailyCounter: '0.00',
  monthlyCounter: '0.00',
  counter1: '0.00',
  counter2: '0.00',
  counter3: '0.00',
  dailyLimitIntervalEnd: '2026-11-21T00:00:00.000+04:00',
  monthlyLimitIntervalEnd: '2026-12-01T00:00:00.000+04:00',
  counter1IntervalEnd: '2026-11-23T00:00:00.000+04:00',
  counter2IntervalEnd: '2027-01-01T00:00:00.000+04:00',
};

/** Returns a column with these values. A mandatory field without a value is empty. */
function column(of: 'afterUpdate' | 'onGet', values: Record<string, string>): Record<string, string> {
  const rows = ROWS.flatMap((row) => {
    const value = values[row.field] ?? (row[of] === 'M' ? '' : undefined);
    return row[of] === '-' || value === undefined ? [] : [[row.field, value]];
  });
  return Object.fromEntries(rows);
}

const server = fileServer();

const update = (card: IssuedCard, cardSettings: Record<string, string>) =>
  server.envelope('card-settings.update-settings', { accountNumber: card.cardNumber, cardSettings });
const get = async (card: IssuedCard) =>
  (await server.envelope('card-settings.get-settings', { accountNumber: card.cardNumber })).body.cardSettings;

async function expectSettings(answered: unknown, card: IssuedCard, values: Record<string, string>): Promise<void> {
  expect(answered).toEqual(column('afterUpdate', values));
  expect(await get(card)).toEqual(column('onGet', values));
}

describe('the table of card settings', () => {
  it('has the fields of the specification', () => {
    expect(ROWS).toHaveLength(57);
    expect(SETTABLE).toHaveLength(41);
    expect(ROWS.filter(({ afterUpdate }) => afterUpdate === 'M')).toHaveLength(25);
    expect(ROWS.filter(({ onGet }) => onGet === 'M')).toHaveLength(24);
  });

  it('has empty mandatory fields and no optional fields for an account without settings', async () => {
    const card = await issueCard(server);
    expect(await get(card)).toEqual(column('onGet', UNTOUCHED));
    const { body, exception } = await update(card, {});
    expect(exception.error_code).toBe('000');
    expect(Object.keys(body)).toEqual(['cardSettings']);
    await expectSettings(body.cardSettings, card, UNTOUCHED);
  });

  it.each(SETTABLE)('$field ($kind): can be set alone, is only in its columns, and can be cleared', async (row) => {
    const { field, kind } = row;
    const card = await issueCard(server);
    const [sent, expected] = VALUES[kind]!;
    const values: Record<string, string> = { ...UNTOUCHED, [field]: expected };
    if (kind === 'until') values[field.replace('OnUntil', 'Status')] = 'ON_UNTIL';
    const { body, exception } = await update(card, { [field]: sent });
    expect(exception.error_code).toBe('000');
    await expectSettings(body.cardSettings, card, values);

    const cleared = await update(card, { [field]: '' });
    // a switch cannot be without a status, nor ON_UNTIL without a time
    if (kind === 'status' || kind === 'until') {
      const path = `body.cardSettings.${field}`;
      expect(cleared.body.errors).toEqual([{ path, code: '106', message: expect.any(String) }]);
      expect(await get(card)).toEqual(column('onGet', values));
    } else {
      expect(cleared.exception.error_code).toBe('000');
      await expectSettings(cleared.body.cardSettings, card, UNTOUCHED);
    }
  });

  it.each(ROWS.filter(({ sent }) => sent === '-'))(
    '$field cannot be set, and is reported as an unknown field',
    async ({ field }) => {
      const card = await issueCard(server);
      const { body, exception, http } = await update(card, { [field]: '77', dailyLimit: '5' });
      expect(exception.error_code).toBe('000');
      expect(http.headers['contract-warnings']).toBe('1');
      await expectSettings(body.cardSettings, card, { ...UNTOUCHED, dailyLimit: '5.00' });
    },
  );

  it('returns all fields when they are set together as published, and after an update of one of them', async () => {
    const card = await issueCard(server);
    const at = (kind: string, field: string) => {
      if (field === 'cardPresentAllowForeignStart') return '2026-11-01T00:00:00.000- 05:00';
      if (kind === 'time') return '2026-11-30T23:59:00.000- 05:00';
      if (kind === 'until') return '2026-11-30T23:59:00.000-05:00';
      return kind === 'cash' ? '999' : VALUES[kind]![0];
    };
    const sent = Object.fromEntries(SETTABLE.map(({ field, kind }) => [field, at(kind, field)]));
    const { body, exception, http } = await update(card, sent);
    expect(exception.error_code).toBe('000');
    // two blanks, a number as a status, and two fields of a merchant group that the bank does not have
    expect(http.headers['contract-warnings']).toBe('5');
    const expected = Object.fromEntries(
      SETTABLE.map(({ field, kind }) => {
        if (field === 'cardPresentAllowForeignStart') return [field, '2026-11-01T09:00:00.000+04:00'];
        if (kind === 'time' || kind === 'until') return [field, '2026-12-01T08:59:00.000+04:00'];
        return [field, kind === 'cash' ? '999' : VALUES[kind]![1]];
      }),
    );
    await expectSettings(body.cardSettings, card, { ...UNTOUCHED, ...expected });
    const again = await update(card, { ecomStatus: 'OFF' });
    const { ecomOnUntil: _ended, ...others } = expected;
    await expectSettings(again.body.cardSettings, card, { ...UNTOUCHED, ...others, ecomStatus: 'OFF' });
  });
});
