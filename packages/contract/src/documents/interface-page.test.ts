import { describe, expect, it } from 'vitest';
import { fillPage } from './interface-page.ts';

const PAGE = 'docs/interface/cards.md';
const EXAMPLES = new Map([
  [
    'cards.enquire-card/350-by-exid.json',
    JSON.stringify({
      title: 'A card by its EXID',
      request: { method: 'POST', path: '/V2/cardservices/CardDetailsEnquiry', headers: { a: 'b' }, body: { x: 1 } },
      answer: { status: 200, body: 'text' },
    }),
  ],
]);

/** Returns the content that a marker is replaced with, without its start and its end. */
function generated(marker: string): string {
  const start = `<!-- ${marker} -->`;
  const page = fillPage(PAGE, `before\n\n${start}\nold\n<!-- end -->\n\nafter\n`, EXAMPLES);
  const [, text = ''] = /^before\n\n<!-- [^\n]* -->\n\n([\s\S]*)\n\n<!-- end -->\n\nafter\n$/.exec(page) ?? [];
  expect(page).toBe(`before\n\n${start}\n\n${text}\n\n<!-- end -->\n\nafter\n`);
  return text;
}

describe('the generated parts of a page', () => {
  it('are replaced, and the text around them is unchanged', () => {
    expect(generated('examples: cards.enquire-card')).toBe(
      '- [A card by its EXID](../../packages/contract/examples/cards.enquire-card/350-by-exid.json): HTTP 200',
    );
  });

  it('are identical when they are generated again', () => {
    const once = fillPage(PAGE, '<!-- tolerances -->\n<!-- end -->\n', EXAMPLES);
    expect(fillPage(PAGE, once, EXAMPLES)).toBe(once);
  });

  it('list for each field whether and when it is required, its values, length, meaning and tolerances', () => {
    expect(generated('fields: restrictions.set-restriction request at restriction')).toBe(
      [
        '| Field | Required | Type or values | Length | Meaning |',
        '|---|---|---|---|---|',
        '| `isAllowed` | no | `true` or `false`, as JSON |   | Whether transactions of the type are allowed. Absent: false, or true for INTERNATIONAL_SPECIFIC_COUNTRIES |',
        '| `restriction_type` | yes | `MOTO`, `ECOM`, `SWIPE`, `PERS_RESTR_CONTACTLESS`, `NFC`, `ATM`, `PURCHASE`, `ANY`, `INTERNATIONAL`, `INTERNATIONAL_SPECIFIC_COUNTRIES` | 100 | Type of transactions that the restriction covers |',
        "| `end_date` | no | text: a date YYYY-MM-DD | 10 | Last day in force, in the bank's time zone; today or later. Absent: no end |",
        '| `allowed_values` | when the type is INTERNATIONAL_SPECIFIC_COUNTRIES and isAllowed is false | text | 100 | Countries, comma separated: ISO 3166 alpha-2, alpha-3 or numeric. Refused with any other type |',
      ].join('\n'),
    );
    expect(generated('fields: insurance.read-program request')).toContain(
      '| `card_identifier_id` | yes | text | 16 to 19 | EXID, or a card number: full, or masked with first 6 and last 4 visible | 20 digits (`long-identifier`) |',
    );
  });

  it('list the fields of each kind if one field determines the kind', () => {
    const services = generated('fields: merchants.onboard-merchants request at payload.applications[].merchants[]|1');
    expect(services).toContain('| `services[DCC].dccProvider` | yes | `PP`, `FX` |');
  });

  it('contain an example with request and response', () => {
    expect(generated('example: cards.enquire-card/350-by-exid.json')).toBe(
      [
        '**[A card by its EXID](../../packages/contract/examples/cards.enquire-card/350-by-exid.json)**',
        '',
        '```http',
        'POST /V2/cardservices/CardDetailsEnquiry',
        'a: b',
        '```',
        '',
        '```json',
        '{',
        '  "x": 1',
        '}',
        '```',
        '',
        '```http',
        'HTTP 200',
        '```',
        '',
        '```',
        'text',
        '```',
      ].join('\n'),
    );
  });
});

describe('an invalid marker stops the generation, and the error names page and marker', () => {
  it.each([
    ['<!-- operation: cards.lend-card -->\n<!-- end -->', 'no operation cards.lend-card'],
    ['<!-- example: cards.enquire-card/1-x.json -->\n<!-- end -->', 'no example'],
    ['<!-- examples: clients.create-client -->\n<!-- end -->', 'clients.create-client has no examples'],
    ['<!-- fields: cards.create-card reply -->\n<!-- end -->', 'reply is neither request nor answer'],
    ['<!-- fields: cards.create-card request at cart -->\n<!-- end -->', 'nothing at cart'],
    ['<!-- fields: cards.create-card answer as cards.enquire-card -->\n<!-- end -->', 'it differs'],
    ['<!-- fields: cards.create-card answer as request -->\n<!-- end -->', 'it differs from the request'],
    ['<!-- tolerances -->\n<!-- operations -->\n<!-- end -->', 'has no end'],
    ['<!-- tolerances -->\n', '1 markers begin and 0 end'],
  ])('%s', (text, reason) => {
    expect(() => fillPage(PAGE, text, EXAMPLES)).toThrow(reason);
    expect(() => fillPage(PAGE, text, EXAMPLES)).toThrow(PAGE);
  });
});
