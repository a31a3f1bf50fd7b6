import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { readConfiguration } from '../../host/configuration/configuration.ts';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { act, newToken, notificationsOf, queueNotifications } from '../../testing/cards/tokens.ts';
import { fileFolder, fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';

const folder = fileFolder();
const server = fileServer();
beforeAll(async () => {
  await queueNotifications(server);
});
const card = fileResource(() => issueCard(server));

const BANK = {
  bank_id: 'DEMO',
  bank_code: '001',
  name: 'Demo Bank',
  country: 'AE',
  currency: 'AED',
  time_zone: 'Asia/Dubai',
  products: [],
};

async function read(notification_templates?: unknown[]) {
  const path = join(folder, 'banks.json');
  await writeFile(path, JSON.stringify({ banks: [{ ...BANK, notification_templates }], oauth_clients: [] }));
  return readConfiguration(path);
}

async function start(templates?: unknown[]): Promise<void> {
  await applyConfiguration(server.db.database, await read(templates), { sandbox: true });
  await server.server.periodicJobs.runDue();
}

const SUSPENSION_TEXT = { type: 'TD', indicator: '6', language: 'ENG', text: 'Paused: {last4} at {requestorName}' };

describe('notification_templates of a bank', () => {
  it('are the texts that its cardholders get, until the configuration changes them', async () => {
    const ending = card.masked.slice(-4);
    await start([SUSPENSION_TEXT, { type: 'AC', language: 'ENG', text: 'Code {activationCode}, {deviceType}' }]);
    const reference = await newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
    const [code] = await notificationsOf(server, reference);
    expect(code!.details.textMessage).toBe(`Code ${code!.details.token.activationCode}, PHONE`);
    const active = await newToken(server, card.exid);
    await act(server, active, 'suspend');
    await act(server, active, 'deactivate');
    const texts = async () => (await notificationsOf(server, active)).map(({ details }) => details.textMessage);
    expect(await texts()).toEqual([
      `Your card ending ${ending} can now be used with Example Pay.`,
      `Paused: ${ending} at Example Pay`,
      `Your card ending ${ending} was deactivated in Example Pay.`,
    ]);
    await start();
    const other = await newToken(server, card.exid);
    await act(server, other, 'suspend');
    expect((await notificationsOf(server, other)).at(-1)!.details.textMessage).toBe(
      `Your card ending ${ending} was suspended in Example Pay.`,
    );
  });

  it('are read unchanged', async () => {
    const configuration = await read([SUSPENSION_TEXT]);
    expect(configuration.banks[0]!.notification_templates).toEqual([SUSPENSION_TEXT]);
  });

  it.each([
    [[{ ...SUSPENSION_TEXT, type: 'XX' }], 'banks[0].notification_templates[0].type must be AC or TC or TD or TE'],
    [[{ ...SUSPENSION_TEXT, indicator: '5' }], 'banks[0].notification_templates[0].indicator must be 3 or 4 or 6 or 7'],
    [
      [{ ...SUSPENSION_TEXT, language: 'ENGL' }],
      'banks[0].notification_templates[0].language must be at most 3 characters',
    ],
    [[{ ...SUSPENSION_TEXT, text: '' }], 'banks[0].notification_templates[0].text is mandatory'],
    [[{ ...SUSPENSION_TEXT, words: 'x' }], 'banks[0].notification_templates[0].words is not a setting'],
    [
      [SUSPENSION_TEXT, { ...SUSPENSION_TEXT, text: '{name}' }],
      'banks[0].notification_templates[1].text has the unknown placeholder {name}',
    ],
    [
      [{ type: 'AC', language: 'ENG', text: 'no code' }],
      'banks[0].notification_templates[0].text must contain {activationCode}',
    ],
    [
      [SUSPENSION_TEXT, { ...SUSPENSION_TEXT, text: 'twice' }],
      'banks[0].notification_templates[1].type, indicator and language appears twice',
    ],
  ])('are refused when they are invalid: %#', async (templates, message) => {
    await expect(read(templates)).rejects.toThrow(message);
  });
});
