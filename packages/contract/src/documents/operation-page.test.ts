import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../operations.ts';
import { operationMarkdown } from './operation-markdown.ts';
import { generalErrorRows, operationPages } from './operation-page.ts';

const FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url));
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
const tags = operationPages(new Map(files.map((path) => [path, readFileSync(`${FOLDER}${path}`, 'utf8')])));
const pages = tags.flatMap(({ operations }) => operations);
const pageOf = (operationId: string) => pages.find(({ id }) => id === operationId);

describe('the operation pages', () => {
  it('exist for every operation of the contract, the access token and the dispatch, each once', () => {
    const expected = [...OPERATIONS.map(({ id }) => id), 'access.issue-token', 'services.dispatch'];
    expect(pages.map(({ id }) => id).sort()).toEqual(expected.sort());
  });

  it('contain an example with request and response, without a placeholder, and a refusal if one is published', () => {
    expect(pages.filter(({ examples }) => examples.length === 0).map(({ id }) => id)).toEqual([]);
    expect(JSON.stringify(pages)).not.toMatch(/"<[a-z-]+(:[\w-]+)?>"/);
    const refused = pages.filter(({ examples }) => examples.some(({ answer }) => answer.status >= 400));
    expect(refused.length).toBeGreaterThan(70);
  });

  it('are in the order in which a new reader needs them', () => {
    expect(tags.map(({ name }) => name).slice(0, 4)).toEqual(['access', 'clients', 'accounts', 'authorization']);
    expect(tags[1]?.operations.map(({ id }) => id)[0]).toBe('clients.create-client');
  });
});

describe('an operation page', () => {
  it('describes how to call an envelope, its fields and its refusals', () => {
    expect(pageOf('cards.create-card')).toMatchObject({
      title: 'Create a card',
      method: 'POST',
      paths: ['/V2/cardservices/CardCreate', '/V1/cardservices/CardCreate'],
      scope: 'cards:write',
      reference: 'docs/interface/cards.md#create',
      facts: expect.arrayContaining([['Repeat', 'returns the stored response, identified by msg_id']]),
      errors: [
        { code: '301', text: 'Client not found', http: 404, retry: false },
        { code: '302', text: 'Account not found', http: 404, retry: false },
        { code: '403', text: 'Card already exists', http: 409, retry: false },
      ],
    });
    expect(pageOf('cards.create-card')?.request[0]?.rows[2]).toEqual({
      field: 'card_type',
      required: 'yes',
      type: '`PREPAID`, `CREDIT`, `DEBIT`',
      length: '7',
      meaning: 'Type of card',
      also: '',
    });
  });

  it('describes the locations of the fields of a plain operation, and the path without a version', () => {
    const page = pageOf('insurance.change-program');
    expect(page?.method).toBe('PATCH');
    expect(page?.paths.at(-1)).toBe('/cards/{card_identifier_id}/insurances/{code}');
    expect(page?.request.map(({ title }) => title)).toEqual([
      'In the path',
      'In the query',
      'In the headers',
      'In the body',
    ]);
  });

  it('names the caller that sends its example', () => {
    expect(pageOf('authorization.authorize-ecommerce')?.examples[0]?.caller).toBe('demo-network');
    expect(pageOf('merchants.approve-application')?.examples[0]?.caller).toBe('demo-approver');
  });
});

it('lists the refusals of every operation once', () => {
  expect(
    generalErrorRows()
      .slice(0, 2)
      .map(({ code }) => code),
  ).toEqual(['101', '102']);
});

/** Where the gateway serves the pages of the interface. */
const PAGES = '/docs/guide/interface';

describe('an operation page as Markdown', () => {
  it('describes the call, the fields, the errors, and an example of each kind, with links to pages', () => {
    const text = operationMarkdown(pageOf('rules.retire-rule')!);
    for (const part of [
      '# Retire a rule\n\nRetires a version permanently',
      '| Path | `POST /V2/rules/{rule_id}/retire` |',
      '| Scope | `programs:write` |',
      `| Success | HTTP 200; 202 if the change needs [a second person](${PAGES}/change-requests.md) |`,
      `| Guide | [interface/rules#retire](${PAGES}/rules.md#retire) |`,
      '## Request\n\n### In the path\n\n| Field | Required |',
      '## Errors\n\n| Code | Meaning | HTTP | Retry |',
      '```http\nHTTP 200',
      '```http\nHTTP 4',
    ])
      expect(text).toContain(part);
  });

  it('exists for every operation, without a link that only the repository has', () => {
    for (const page of pages) expect(operationMarkdown(page), page.id).not.toMatch(/\]\((?!https?:|\/|#)/);
  });
});
