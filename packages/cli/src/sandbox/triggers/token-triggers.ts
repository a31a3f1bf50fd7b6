import { randomUUID } from 'node:crypto';
import type { Cardwright } from '@cardwright/sdk';
import { cardIdentifier } from '../../calls/card-identifier.ts';
import { SandboxError } from '../../output/usage-error.ts';
import { type Scene, sandboxCaller, type Trigger } from './trigger.ts';

const BY = { requested_by: 'ISSUER', reason_code: 'TRIGGERED' } as const;
type Step = readonly [sends: string, change: (cw: Cardwright, token: string) => Promise<unknown>];

const deactivate: Step = ['TD:3', (cw, token) => cw.tokens.deactivate(token, BY)];
const remove: Step = ['TD:4', (cw, token) => cw.tokens.delete(token, BY)];
const suspend: Step = ['TD:6', (cw, token) => cw.tokens.suspend(token, BY)];
const resume: Step = ['TE', (cw, token) => cw.tokens.resume(token, BY)];

/** Takes a new token through the steps. The steps before the event send notifications too. */
function active(...steps: readonly Step[]): Trigger {
  return async (scene) => {
    const token = await provision(scene, { activation: 'NONE' });
    for (const [, change] of steps) await change(scene.client, token);
    return { about: { token_reference: token }, notifications: ['TC', ...steps.map(([sends]) => sends)] };
  };
}

export const TOKEN_TRIGGERS = {
  AC: async (scene) => {
    const token = await provision(scene, { activation: 'CODE', activation_pref: 'SMS' });
    return { about: { token_reference: token }, notifications: ['AC'] };
  },
  TC: active(),
  TD: active(suspend),
  TE: active(suspend, resume),
  'TD:3': active(deactivate),
  'TD:4': active(remove),
  'TD:6': active(suspend),
  'token.provisioning.decided': requestToken,
} satisfies Record<string, Trigger>;

async function requestToken(scene: Scene) {
  const network = await sandboxCaller(scene, 'network', 'tokens:provision');
  const { token_reference: token = 'none' } = await network.tokens.requestProvisioning({
    provisioning_id: randomUUID(),
    card: cardOf(scene),
    requestor_id: '4000000001',
    requestor_name: 'Cardwright CLI',
    scores: { account: 5, device: 5 },
  });
  return { about: { token_reference: token }, notifications: ['TC', 'token.provisioning.decided'] };
}

function cardOf({ fixtures, card }: Scene): string {
  const id = card ?? fixtures.cards[0]?.exid;
  if (id === undefined) throw new SandboxError('the sandbox has no cards', true);
  return id;
}

type Activation = { readonly activation: 'NONE' } | { readonly activation: 'CODE'; readonly activation_pref: 'SMS' };

async function provision(scene: Scene, activation: Activation): Promise<string> {
  const { token_reference: token } = await scene.client.tokens.provision({
    ...cardIdentifier(cardOf(scene)),
    requestor_id: '4000000001',
    requestor_name: 'Cardwright CLI',
    device_type: 'PHONE',
    ...activation,
    ...BY,
  });
  return token;
}
