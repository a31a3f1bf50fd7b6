import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read as readSource } from '../../../../repository/src/source-tree.ts';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { readConfiguration } from '../../host/configuration/configuration.ts';
import { openVault, sandboxKeys } from '../../platform/vault/index.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileFolder, fileResource } from '../../testing/file-resources.ts';
import { type AcquirerDirectory, openAcquirerDirectory } from './acquirer-directory.ts';

const ACQUIRER = { acquirer_id: 'ACME-ACQ', name: 'Acme Acquiring' };
const PROVIDER = { url: 'https://screening.example/', token: 'provider-token-0123456789' };

const folder = fileFolder();
const db = fileResource(() => testDatabase());

async function read(configuration: object) {
  const path = join(folder, 'configuration.json');
  await writeFile(path, JSON.stringify({ banks: [], oauth_clients: [], ...configuration }));
  return await readConfiguration(path).then(
    () => 'accepted',
    (error: Error) => error.message.replace(`${path}: `, ''),
  );
}

const vault = async () => openVault(db.database, await sandboxKeys(folder));

async function apply(acquirer: object): Promise<AcquirerDirectory> {
  const acquirers = [{ ...ACQUIRER, ...acquirer }];
  const sealing = await vault();
  await applyConfiguration(db.database, { banks: [], oauth_clients: [], acquirers }, { sandbox: true, vault: sealing });
  return openAcquirerDirectory(db.database, sealing);
}

describe('an acquirer in the configuration file', () => {
  it('is accepted in the form that docs/operate/acquirers.md shows', async () => {
    const [example] = [...readSource('docs/operate/acquirers.md').matchAll(/^```json[^\n]*\n([^`]*?)^```/gm)]
      .map(([, json]) => json!)
      .filter((json) => json.includes('"acquirers"'));
    expect(await read(JSON.parse(example!))).toBe('accepted');
  });

  it('requires only its id and its name', async () => {
    expect(await read({ acquirers: [ACQUIRER] })).toBe('accepted');
    expect(await read({ acquirers: [{}] })).toBe(
      'acquirers[0].acquirer_id is mandatory; acquirers[0].name is mandatory',
    );
  });

  const screening = (more: object) => ({ screening: { ...PROVIDER, ...more } });
  it.each([
    ['a scheme of five letters', { catalogues: { card_schemes: ['AAAAA'] } }, 'catalogues.card_schemes[0]'],
    ['an empty catalogue', { catalogues: { card_schemes: [] } }, 'catalogues.card_schemes must contain at least 1'],
    [
      'one major network',
      { catalogues: { major_card_schemes: ['AA'] } },
      'catalogues.major_card_schemes must contain at least 2',
    ],
    ['a code twice', { catalogues: { terminal_types: ['A', 'A'] } }, 'catalogues.terminal_types[1] appears twice'],
    [
      'a major network that is not in the catalogue',
      { catalogues: { card_schemes: ['AAA'], major_card_schemes: ['AAA', 'BBB'] } },
      'catalogues.major_card_schemes[1] is not in card_schemes',
    ],
    [
      'a default that is not in the payment methods',
      { catalogues: { payment_methods: ['ONE'], default_payment_methods: ['ONE', 'TWO'] } },
      'catalogues.default_payment_methods[1] is not in payment_methods',
    ],
    ['a category of three digits', { restricted_mccs: ['799'] }, 'restricted_mccs[0] must be'],
    ['a range that runs backwards', { restricted_mccs: ['4834-4829'] }, 'restricted_mccs[0] must be'],
    ['no URL', screening({ url: 'screening' }), 'screening.url must be an https URL'],
    ['another scheme', screening({ url: 'ftp://screening.example/' }), 'screening.url must be an https URL'],
    ['a token that can be guessed', screening({ token: 'secret' }), 'screening.token must be at least 16 characters'],
    ['a threshold that finds every name', { deny_list_threshold: '0.5' }, 'deny_list_threshold must be 0.70 to 1'],
    ['a threshold above 1', { deny_list_threshold: 1.1 }, 'deny_list_threshold must be 0.70 to 1'],
    [
      'an amendment that never waits',
      { approved_amendments: ['HOLD'] },
      'approved_amendments[0] must be MERCHANT_NAME or',
    ],
    ['no time', screening({ timeout_ms: 99 }), 'screening.timeout_ms must be 100 to 60000'],
    ['too much time', screening({ timeout_ms: '60001' }), 'screening.timeout_ms must be 100 to 60000'],
    ['no attempt', screening({ attempts: 0 }), 'screening.attempts must be 1 to 20'],
    ['too many attempts', screening({ attempts: 21 }), 'screening.attempts must be 1 to 20'],
  ])('with %s prevents the start, and the error names the path', async (_, more, expected) => {
    expect(await read({ acquirers: [{ ...ACQUIRER, ...more }] })).toContain(`acquirers[0].${expected}`);
  });

  it('may appear only once', async () => {
    expect(await read({ acquirers: [ACQUIRER, ACQUIRER] })).toBe('acquirers[1].acquirer_id is used twice');
  });
});

describe('a configured acquirer', () => {
  it('has exactly the settings of the newest configuration: omitted members lose their effect', async () => {
    const first = (await apply({ restricted_mccs: ['7995', '4829-4834'], screening: PROVIDER })).acquirer('ACME-ACQ')!;
    expect(['7995', '4829', '4831', '4834', '4828', '4835', '5411'].map(first.isRestricted)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(first.provider).toEqual({ ...PROVIDER, timeoutMs: 10_000, attempts: 5 });
    const second = (await apply({ screening: { url: PROVIDER.url, timeout_ms: 500, attempts: '2' } })).acquirer(
      'ACME-ACQ',
    )!;
    expect(second.isRestricted('7995')).toBe(false);
    expect(second.provider).toEqual({ url: PROVIDER.url, token: undefined, timeoutMs: 500, attempts: 2 });
    expect((await apply({})).acquirer('ACME-ACQ')!.provider).toBeUndefined();
  });

  it('approves amendments of the category and of the accounts by default, or of the types that it names', async () => {
    const seen = async (settings: object) => (await apply(settings)).acquirer('ACME-ACQ')!.approvedAmendments;
    expect(await seen({ approved_amendments: ['ADDRESS', 'MERCHANT_NAME'] })).toEqual(['ADDRESS', 'MERCHANT_NAME']);
    expect(await seen({ approved_amendments: [] })).toEqual([]);
    expect(await seen({})).toEqual(['MCC', 'ACCOUNT']);
  });
});
