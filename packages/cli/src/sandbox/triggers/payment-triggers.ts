import { code as currencyOf } from 'currency-codes';
import { SandboxError } from '../../output/usage-error.ts';
import { cardToUse, type UsableCard } from '../../simulate/card-to-use.ts';
import { sendMessage } from '../../simulate/send-message.ts';
import { callSandbox } from '../call-sandbox.ts';
import type { Scene, Trigger } from './trigger.ts';

const AMOUNT = '1.00';
/** More than the balance of any account of a sandbox. */
const TOO_MUCH = '99999999.00';
const MCC = '5411';
/** A reservation expires after 7 days by default. */
const UNTIL_EXPIRY_SECONDS = 8 * 86_400;

const EXCEPTION_MS = 600_000;

const APPROVED = 'authorization.approved';

/** Sends an approved payment, and runs the follow-up. */
function approved(event?: string, follow?: (scene: Scene, rrn: string) => Promise<unknown>): Trigger {
  return async (scene) => {
    const about = await pay(scene, await cardToUse(scene, scene.card), AMOUNT, '00');
    await follow?.(scene, about.retrieval_reference_number);
    return { about, notifications: [APPROVED, ...(event === undefined ? [] : [event])] };
  };
}

export const PAYMENT_TRIGGERS = {
  'authorization.approved': approved(),
  'authorization.declined': async (scene) => {
    const about = await pay(scene, await cardToUse(scene, scene.card), TOO_MUCH);
    return { about, notifications: ['authorization.declined'] };
  },
  'authorization.reversed': approved('authorization.reversed', ({ client }, rrn) =>
    client.authorizations.reverse(rrn, {}),
  ),
  'authorization.completed': approved('authorization.completed', ({ client }, rrn) =>
    client.authorizations.complete(rrn, {}),
  ),
  'authorization.expired': approved('authorization.expired', ({ url }) =>
    callSandbox(url, '/sandbox/clock', { advance_seconds: UNTIL_EXPIRY_SECONDS }),
  ),
  'switch.spent': async (scene) => {
    const usable = await cardToUse(scene, scene.card);
    const about = await withSettings(scene, usable, { ecomStatus: 'ON_FOR_ONE' }, AMOUNT);
    return { about, notifications: [APPROVED, 'switch.spent'] };
  },
  'limit.reached': async (scene) => {
    const usable = await cardToUse(scene, scene.card);
    const { cardSettings } = await scene.client.cardSettings.retrieve({ accountNumber: usable.card.number });
    const spent = (Number(cardSettings.dailyCounter) + Number(AMOUNT)).toFixed(
      currencyOf(usable.currency)?.digits ?? 2,
    );
    const about = await withSettings(scene, usable, { dailyLimit: spent }, AMOUNT);
    return { about, notifications: [APPROVED, 'limit.reached'] };
  },
  'exception.used': async (scene) => {
    const usable = await cardToUse(scene, scene.card);
    const { now } = await callSandbox<{ now: string }>(scene.url, '/sandbox/clock');
    const validUntil = new Date(Date.parse(now) + EXCEPTION_MS).toISOString();
    await scene.client.accounts.createException(usable.account, {
      ...{ mcc: MCC, maxAmount: AMOUNT, validUntil, reason: 'cardwright trigger' },
    });
    const about = await withSettings(scene, usable, { ecomStatus: 'OFF' }, AMOUNT);
    return { about, notifications: [APPROVED, 'exception.used'] };
  },
} satisfies Record<string, Trigger>;

/** The values that are assumed for settings that the account does not return. */
const UNSET = { ecomStatus: 'ON', dailyLimit: '' } as const;

/** Pays under other settings, and restores the earlier settings, even after a failure. */
async function withSettings(
  scene: Scene,
  usable: UsableCard,
  changed: { readonly ecomStatus?: 'ON_FOR_ONE' | 'OFF'; readonly dailyLimit?: string },
  amount: string,
) {
  const { cardSettings } = scene.client;
  const accountNumber = usable.card.number;
  const { cardSettings: before } = await cardSettings.retrieve({ accountNumber });
  const put = (settings: object) => cardSettings.update({ accountNumber, cardSettings: settings } as never);
  await put(changed);
  try {
    return await pay(scene, usable, amount, '00');
  } finally {
    const names = Object.keys(changed) as (keyof typeof changed)[];
    await put(Object.fromEntries(names.map((name) => [name, before[name] ?? UNSET[name]])));
  }
}

/** @param expectedCode the action code that the event needs */
async function pay(scene: Scene, usable: UsableCard, amount: string, expectedCode?: string) {
  const answer = await sendMessage(scene, usable, { amount, mcc: MCC });
  const { Action_Code: code, Additional_Response_Data: reason, Retrieval_Reference_Number: rrn } = answer;
  const isOther = expectedCode === undefined ? code === '00' : code !== expectedCode;
  if (isOther) {
    throw new SandboxError(
      `the message was decided with ${code} (${reason.trim()}): specify another card with --card`,
      true,
    );
  }
  return { retrieval_reference_number: String(rrn), account_number: usable.account };
}
