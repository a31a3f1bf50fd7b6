import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read as readSource } from '../../../../repository/src/source-tree.ts';
import { readKeyFile } from '../../platform/vault/read-key-file.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileFolder, fileResource } from '../../testing/file-resources.ts';
import { readConfiguration } from './configuration.ts';
import { readValidSettings } from './valid-settings.ts';

const folder = fileFolder();
const db = fileResource(() => testDatabase());

/** Returns the only code block of a document that starts with this text, without its fence. */
function block(document: string, language: string, start: string): string {
  const blocks = [...readSource(document).matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)];
  const [found, ...more] = blocks.filter(([, named, text]) => named === language && text!.startsWith(start));
  if (found === undefined || more.length > 0) throw new Error(`${document} has not one block ${start}`);
  return found[2]!;
}

async function readSecretFile(content: string): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, content, { mode: 0o600 });
  return path;
}

/** Returns the variables that shell assignments put into the environment. */
function assigned(text: string): Record<string, string> {
  const found = [...text.matchAll(/^([A-Z_]+)='?([^']*?)'?(?:$(?!\n )|\n(?=[A-Z_]+=)|\n$)/gm)];
  return Object.fromEntries(found.map(([, name, value]) => [name!, value!]));
}

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

describe('an example in the documents for operators', () => {
  it('is a configuration file with an identity provider that is accepted', async () => {
    const { people } = await readConfiguration(
      await readSecretFile(block('docs/operate/sign-in.md', 'json', '{\n  "people"')),
    );
    expect(people?.providers.map(({ id, roles }) => [id, roles.length])).toEqual([['staff', 4]]);
  });

  it('is a configuration file that is accepted with a bank’s own keys', async () => {
    const documented = JSON.parse(block('docs/operate/banks.md', 'json', '{\n  "banks"'));
    const [bank] = documented.banks;
    // the document cannot contain real keys
    delete bank.embossing;
    bank.receiver_secrets = [SECRET];
    bank.decision_partner.keys = [SECRET];
    const [, network] = documented.oauth_clients;
    network.jwks.keys[0] = {
      ...network.jwks.keys[0],
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    };
    const [core] = documented.oauth_clients;
    const renewed = JSON.parse(block('docs/operate/banks.md', 'json', '{\n  "client_id": "acme-core"'));
    const read = await readConfiguration(await readSecretFile(JSON.stringify(documented)));
    expect(read.oauth_clients.map(({ client_id }) => client_id)).toEqual(['acme-core', 'the-network']);
    documented.oauth_clients[0] = { ...core, ...renewed };
    await expect(readConfiguration(await readSecretFile(JSON.stringify(documented)))).resolves.toMatchObject({
      oauth_clients: [{ earlier_secret: renewed.earlier_secret }, {}],
    });
  });

  it('is a key file that can be read, with keys in place of its dots', async () => {
    let next = 0;
    const text = block('docs/operate/keys.md', 'json', '{ "master"').replaceAll('...', () =>
      Buffer.alloc(32, ++next).toString('base64'),
    );
    const { masters, lookups } = await readKeyFile(await readSecretFile(text));
    expect([[...masters.keys()], [...lookups.keys()]]).toEqual([[1], [1, 2]]);
  });

  it.each([
    ['trusted issuers', 'docs/operate/sign-in.md', "CARDWRIGHT_TRUSTED_ISSUERS='"],
    ['two logins', 'docs/operate/database.md', 'DATABASE_URL=postgres://cardwright_app'],
    ['several hosts of a database', 'docs/operate/failover.md', "DATABASE_URL='postgres://cardwright_app"],
    ['endpoints for anchors', 'docs/audit.md', "CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS='"],
  ])('contains settings that are accepted: %s', (_what, document, start) => {
    const environment = assigned(block(document, 'sh', start).replaceAll('whsec_...', SECRET));
    expect(Object.keys(environment)).not.toEqual([]);
    expect(readValidSettings(environment)).toMatchObject({ CARDWRIGHT_MODE: 'sandbox' });
  });

  it('is SQL that PostgreSQL accepts, statement by statement', async () => {
    const own = `shown_${db.connection.database}`;
    const made = [...'server owner app'.split(' ').map((name) => `cardwright_${name}`), 'the_login'];
    const named = (sql: string) => {
      const roles = made.reduce((text, name) => text.replaceAll(name, `${own}_${name}`), sql);
      return roles.replace('create database cardwright ', `create database ${own} `).replaceAll('...', 'a word');
    };
    const statements = (sql: string) =>
      named(sql)
        .split(';\n')
        .filter((one) => one.trim() !== '');
    await db.sql(`create role ${own}_the_login login`);
    try {
      for (const one of statements(
        block('docs/operate/database.md', 'sql', 'create role cardwright_server nologin;\ngrant'),
      ))
        await db.sql(one);
      await db.sql(`drop role ${own}_cardwright_server`);
      for (const one of statements(
        block('docs/operate/database.md', 'sql', 'create role cardwright_server nologin;\ncreate'),
      ))
        await db.sql(one);
    } finally {
      await db.sql(`drop database if exists ${own}`);
      for (const name of made) await db.sql(`drop role if exists ${own}_${name}`);
    }
    for (const one of statements(block('docs/operate/banks.md', 'sql', 'update oauth_clients'))) await db.sql(one);
  });
});
