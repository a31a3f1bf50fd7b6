import { afterEach, describe, expect, it } from 'vitest';
import { amend, merchantBody, newId, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { hitsOf, loadDenyListOf, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { finds, provideScreening } from '../../testing/merchants/screening-provider.ts';
import { fileServer } from '../../testing/test-server.ts';
import type { WebhookReceiver } from '../../testing/webhook-receiver.ts';

/** The last character has two code units, of which only one would fit. */
const CHARACTERS = [...'x'.repeat(199), '😀'];
const LONG = [...CHARACTERS, 'y'].join('');
const CUT = CHARACTERS.join('');

const server = fileServer();
let provider: WebhookReceiver | undefined;
afterEach(() => provider?.close());

describe('a text that is cut at a character of two code units', () => {
  it('is cut after the whole character in the reason of a denied name', async () => {
    await loadDenyListOf(server, `name,reason\nShell Company LLC,${LONG}\n`);
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ legalName: 'Shell Company LLC' })]);
    expect(await hitsOf(server, applicationId)).toMatchObject([
      { check: 'DENY_LIST', message: `"Shell Company LLC" is on the deny list: ${CUT}` },
    ]);
  });

  it('is cut after the whole character in the match of an outside provider', async () => {
    provider = await provideScreening(server);
    provider.behave(finds({ check: 'PEP', message: 'A person is on a list', matched: LONG }));
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant()]);
    expect(await hitsOf(server, applicationId)).toMatchObject([{ check: 'PEP', matched: CUT }]);
  });

  it('is cut after the whole character in the name of an unknown field', async () => {
    const key = `${'x'.repeat(59)}😀y`;
    const taken = await onboard(server, requestOf([merchantBody(newId('M'), { [key]: 1 })]));
    expect(taken.status, taken.text).toBe(202);
    expect(taken.text).toContain(`${'x'.repeat(59)}😀`);
    const refused = await amend(server, newId('M'), ['MCC'], { mcc: '5999', [key]: 1 });
    expect(refused.json.error_code).toBe('305');
  });
});
