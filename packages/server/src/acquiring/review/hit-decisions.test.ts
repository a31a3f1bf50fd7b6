import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendAmendment } from '../../testing/merchants/amendment-requests.ts';
import { chainBody, configureDemo, newId, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import {
  hitsOf,
  loadDenyListOf,
  REVIEW_REASON,
  review,
  sendHitDecision,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/merchants/reviews.ts';
import { finds, provideScreening } from '../../testing/merchants/screening-provider.ts';
import { fileServer } from '../../testing/test-server.ts';
import type { WebhookReceiver } from '../../testing/webhook-receiver.ts';

const server = fileServer();
let provider: WebhookReceiver | undefined;
beforeAll(async () => {
  await loadDenyListOf(server, 'name,reason\nShell Company LLC,Sanctioned\n');
  await configureDemo(server, { approvedAmendments: ['SERVICES', 'LINKED_CHAIN', 'ADDRESS'] });
});
afterEach(async () => {
  await provider?.close();
  provider = undefined;
  await server.db.sql(`update acquirers set configuration = configuration - 'screening' where acquirer_id = 'DEMO'`);
  await server.server.periodicJobs.runDue();
});

const statesOf = async (applicationId: string) =>
  (await hitsOf(server, applicationId)).map(({ check, path, state }) => `${check} ${path} ${state}`);

/** Screens a merchant and clears all its hits. */
async function cleared(merchant: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<string> {
  const { json } = await onboard(server, requestOf([merchant], more));
  const { applications } = json as unknown as { applications: [{ applicationId: string }] };
  const [{ applicationId }] = applications;
  await server.server.screeningIdle();
  for (const { hitId } of await hitsOf(server, applicationId)) {
    expect((await sendHitDecision(server, applicationId, hitId, 'clear')).status).toBe(200);
  }
  return applicationId;
}

async function boardedWithCleared(merchant: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const applicationId = await cleared(merchant, more);
  expect((await review(server, applicationId, 'review')).status).toBe(200);
  expect((await review(server, applicationId, 'approve')).status).toBe(200);
  return String(merchant.merchantId);
}

/** Sends a merchant again after its hits were cleared and information was required. */
async function sentAgain(merchant: Record<string, unknown>, changed: Record<string, unknown>): Promise<string[]> {
  const applicationId = await cleared(merchant);
  const items = [{ path: 'creditAccountNumOrIban', action: 'Send the letter of the bank' }];
  const answer = await review(server, applicationId, 'request-information', { ...REVIEW_REASON, items });
  expect(answer.status, answer.text).toBe(200);
  const again = await submitAndScreen(server, [{ ...merchant, ...changed }]);
  return statesOf(again.applicationId);
}

const ngo = (user: { firstName: string; lastName: string }) => ({
  services: [
    {
      serviceType: 'NGO',
      organizationName: 'Helping Hands',
      user: { ...user, phoneNumber: '971501234567', email: 'mona@ngo.example' },
    },
  ],
});

describe('a cleared hit in a later screening', () => {
  it('is open again for another chain of the same name', async () => {
    const [first, second] = [newId('C'), newId('C')];
    const chain = (id: string) => ({ chain: chainBody(id, { chainName: 'Shell Company' }) });
    await cleared(uniqueMerchant(), chain(second));
    const id = await boardedWithCleared(uniqueMerchant(), chain(first));
    const { applicationId } = await sendAmendment(server, id, ['LINKED_CHAIN'], { chain: { chainId: second } });
    expect(await statesOf(applicationId)).toEqual(['DENY_LIST chain.chainName OPEN']);
  });

  it('is open again for a name of which another part has changed', async () => {
    const user = { firstName: 'Shell', lastName: 'Company' };
    const id = await boardedWithCleared(uniqueMerchant(ngo(user)));
    const changed = await sendAmendment(server, id, ['SERVICES'], ngo({ ...user, lastName: 'Company LLC' }));
    expect(await statesOf(changed.applicationId)).toEqual(['DENY_LIST services[0].user.firstName OPEN']);
  });

  it('stays cleared if another member of the merchant has changed', async () => {
    const user = { firstName: 'Shell', lastName: 'Company' };
    const id = await boardedWithCleared(uniqueMerchant(ngo(user)));
    const [service] = ngo(user).services;
    const services = [{ ...service, organizationName: 'Helping Hand' }];
    const { applicationId } = await sendAmendment(server, id, ['SERVICES'], { services });
    expect(await statesOf(applicationId)).toEqual(['DENY_LIST services[0].user.firstName CLEARED']);
  });

  it('is open again for another account of the same owner in a repeated boarding', async () => {
    const owner = uniqueMerchant();
    await submitAndScreen(server, [owner]);
    const { debitAccountNumOrIban, creditAccountNumOrIban } = owner;
    const merchant = uniqueMerchant({ creditAccountNumOrIban: debitAccountNumOrIban });
    expect(await sentAgain(merchant, { creditAccountNumOrIban })).toEqual([
      'DUPLICATE_ACCOUNT creditAccountNumOrIban OPEN',
    ]);
    const same = uniqueMerchant({ creditAccountNumOrIban: debitAccountNumOrIban });
    // The first merchant no longer has the account.
    expect(await sentAgain(same, { website: 'https://shop.example' })).toEqual([
      'DUPLICATE_ACCOUNT creditAccountNumOrIban CLEARED',
    ]);
  });

  it('is open again for another value that an outside provider describes in the same words', async () => {
    provider = await provideScreening(server);
    provider.behave(finds({ check: 'PEP', message: 'On a list', path: 'legalName' }));
    expect(await sentAgain(uniqueMerchant(), { legalName: 'Another Company LLC' })).toEqual(['PEP legalName OPEN']);
    expect(await sentAgain(uniqueMerchant(), { website: 'https://shop.example' })).toEqual(['PEP legalName CLEARED']);
  });

  it('is open again for another person at the same address', async () => {
    provider = await provideScreening(server);
    provider.behave(finds({ check: 'PEP', message: 'On a list', path: 'addresses[0].name' }));
    const merchant = uniqueMerchant();
    const [address] = merchant.addresses as [object];
    const id = await boardedWithCleared(merchant);
    const addresses = [{ ...address, lastName: 'Said' }];
    const { applicationId } = await sendAmendment(server, id, ['ADDRESS'], { addresses });
    await server.server.screeningIdle();
    expect(await statesOf(applicationId)).toEqual(['PEP addresses[0].name OPEN']);
  });
});
