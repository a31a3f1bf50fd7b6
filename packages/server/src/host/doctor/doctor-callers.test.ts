import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf, startExaminationServer } from '../../testing/examination-server.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { merchantBody, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { startReceiver } from '../../testing/webhook-receiver.ts';

const on = fileResource(() => startExaminationServer());

describe('banks and callers', () => {
  it('reports settings that prevent cards, sign-ins, or files', async () => {
    const names = ['banks', 'callers', 'card bureau', 'time zones'];
    const [banks, callers, bureau, zones] = await on.broken(
      names,
      `with bank as (insert into banks (bank_id, bank_code, name, country, currency, time_zone, embossing)
         values ('BROK', '077', 'Broken', 'AE', 'AED', 'Mars/Base', '{"public_key": "none"}'))
       update oauth_clients set secret_hash = null where client_id = 'other-bank'`,
      `with bank as (delete from banks where bank_id = 'BROK')
       update oauth_clients set secret_hash = (select secret_hash from oauth_clients where client_id = 'demo-bank')
        where client_id = 'other-bank'`,
    );
    expect(banks).toEqual(['warn  BROK without a product: no cards can be issued']);
    expect(callers).toEqual(['warn  other-bank cannot authenticate: neither a secret nor keys are configured']);
    expect(bureau).toEqual(['fail  BROK: embossing.public_key is not an armored OpenPGP public key']);
    expect(zones![0]).toMatch(/^fail {2}BROK: Mars\/Base cannot be used/);
  });

  it('a card life ends at the first step that fails, and states the failure', async () => {
    const steps = ['account', 'card', 'authorization', 'lost', 'rolled back'].map((step) => `card life: ${step}`);
    const [account, card, authorization, lost, rolledBack] = await on.broken(
      steps,
      'revoke insert on cards from cardwright_server',
      'grant insert on cards to cardwright_server',
    );
    expect(account![0]).toMatch(/^pass/);
    expect(card).toEqual(['fail  permission denied for table cards']);
    expect(authorization).toEqual(['fail  skipped, because this step failed: card']);
    expect(lost).toEqual(['fail  skipped, because this step failed: card']);
    expect(rolledBack).toEqual(['pass  everything was rolled back']);
  });
});

describe('acquirers', () => {
  it('are reported if they can board no merchant, as are callers of unknown acquirers', async () => {
    const [lines] = await on.broken(
      ['acquirers'],
      `with caller as (update oauth_clients set acquirer_id = 'GONE' where client_id = 'second-acquirer')
       update oauth_clients set disabled = true where acquirer_id = 'DEMO' and 'merchants:approve' = any (scopes)`,
      `with caller as (update oauth_clients set acquirer_id = 'DEMO' where client_id = 'second-acquirer')
       update oauth_clients set disabled = false where acquirer_id = 'DEMO'`,
    );
    expect(lines).toEqual([
      'warn  second-acquirer acts for GONE, which is not configured, so its requests are refused',
      'warn  DEMO: no one has merchants:approve, so no merchant can be boarded',
    ]);
  });

  it('have reachable screening providers, or are reported', async () => {
    const provider = await startReceiver({ tls: 'none' });
    const named = await startReceiver({ tls: 'other-name' });
    const ca = join(on.folder, 'screening.pem');
    await writeFile(ca, named.ca);
    const configure = (id: string, url: string) =>
      on.server.db.sql(
        `update acquirers set configuration = configuration || jsonb_build_object('screening',
           jsonb_build_object('url', $2::text, 'timeoutMs', 1000, 'attempts', 1)) where acquirer_id = $1`,
        [id, url],
      );
    await configure('DEMO', provider.url);
    await configure('OTHER', named.url);
    try {
      const examine = async (environment: Record<string, string> = {}) => {
        const results = await on.examine({ CARDWRIGHT_WEBHOOK_CA_FILE: ca, ...environment });
        return ['DEMO', 'OTHER'].flatMap((id) => linesOf(results, `screening provider of ${id}`));
      };
      expect(await examine()).toEqual([
        `pass  ${new URL(provider.url).host} responds, without TLS`,
        `fail  ${new URL(named.url).host}: the certificate is for another name`,
      ]);
      expect(provider.received).toEqual([]);
      const keys = { CARDWRIGHT_KEY_FILE: join(on.server.dataDir, 'sandbox-keys.json') };
      expect(await examine({ CARDWRIGHT_MODE: 'production', ...keys })).toEqual([
        `fail  ${new URL(provider.url).host}: the URL must be https`,
        `fail  ${new URL(named.url).host}: the URL must be a public address`,
      ]);
    } finally {
      await on.server.db.sql("update acquirers set configuration = configuration - 'screening'");
      await provider.close();
      await named.close();
    }
  });

  it('are reported if the screening of their merchants is overdue', async () => {
    const sent = await onboard(on.server, requestOf([merchantBody('WAITING-1')]));
    expect(sent.status).toBe(202);
    const screening = async () => linesOf(await on.examine(), 'screening');
    const due = (age: string) =>
      on.server.db.sql(
        `update merchants set next_screening_at = now() - interval '${age}' where merchant_id = 'WAITING-1'`,
      );
    await due('1 minute');
    expect(await screening()).toEqual(['pass  no merchant is overdue']);
    await due('1 hour');
    expect(await screening()).toEqual([
      'warn  merchants whose screening is overdue: 1 of DEMO; check that a server is running',
    ]);
    await on.server.db.sql("update merchants set next_screening_at = null where merchant_id = 'WAITING-1'");
  });
});
