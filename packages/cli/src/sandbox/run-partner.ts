import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  decidePartner,
  generateWebhookSecret,
  type PartnerAdvice,
  type PartnerProvisioningQuestion,
  type PartnerQuestion,
} from '@cardwright/sdk';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print, printMessage } from '../output/print.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import { callSandbox } from './call-sandbox.ts';
import { sandboxUrl } from './sandbox-url.ts';

export interface PartnerOptions extends SharedOptions {
  /** In percent. */
  readonly approve: number;
  readonly delay: number;
  /** In percent. */
  readonly fail: number;
  readonly deadline: number;
  readonly standIn: string;
}

/** Answers partner calls about the authorizations of the sandbox's bank until the command is interrupted. */
export async function runPartner(options: PartnerOptions): Promise<void> {
  const url = await sandboxUrl(options);
  const secret = generateWebhookSecret();
  const stopped = untilInterrupted();
  const partner = decidePartner(handlerOf(options), { secret });
  const server = createServer((request, response) => {
    partner.node(request, response).catch((error: Error) => {
      printMessage(`failed to answer: ${error.message}`);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { deadline, standIn } = options;
  const configuration = {
    url: own,
    keys: [secret],
    deadline_ms: deadline,
    stand_in: { approve_up_to: standIn },
    provisioning: {},
  };
  await callSandbox(url, '/sandbox/decision-partner', { decision_partner: configuration });
  try {
    printMessage(
      `The gateway at ${url} calls this partner for each authorization. To stop it and let the gateway decide alone again, press Ctrl-C.`,
    );
    if (!stopped.aborted) await once(stopped, 'abort');
  } finally {
    await callSandbox(url, '/sandbox/decision-partner', {});
    server.close();
    server.closeAllConnections();
  }
}

function handlerOf({ approve, delay: delayMs, fail, json }: PartnerOptions) {
  const printRequest = (request: PartnerQuestion | PartnerAdvice, outcome: string) => {
    const { type, retrieval_reference_number: rrn, amount, currency } = request;
    if (json) print(JSON.stringify({ type, retrieval_reference_number: rrn, amount, currency, outcome }));
    else print(`${rrn}  ${`${amount} ${currency}`.padStart(14)}  ${outcome}`);
  };
  return {
    decide: async (question: PartnerQuestion) => {
      await delay(delayMs);
      if (partOf(`fail ${question.id}`) < fail) {
        printRequest(question, 'failed');
        throw new Error('because of --fail');
      }
      const decision = partOf(question.id) < approve ? ('approve' as const) : ('decline' as const);
      printRequest(question, decision);
      return decision === 'approve'
        ? { decision }
        : { decision, actionCode: '05' as const, reason: 'Because of --approve' };
    },
    decideProvisioning: async (question: PartnerProvisioningQuestion) => {
      await delay(delayMs);
      const { id, type, provisioning_id, requestor_name } = question;
      const decision = partOf(id) < approve ? ('approve' as const) : ('decline' as const);
      const outcome = partOf(`fail ${id}`) < fail ? 'failed' : decision;
      if (json) print(JSON.stringify({ type, provisioning_id, requestor_name, outcome }));
      else print(`${provisioning_id}  ${requestor_name}  ${outcome}`);
      if (outcome === 'failed') throw new Error('because of --fail');
      return { decision };
    },
    advised: (advice: PartnerAdvice) => printRequest(advice, `advice: ${advice.advice}, ${advice.decided.rule}`),
  };
}

/** Returns 0 to 99, always the same for an id, so that a repeated call gets the same answer. */
function partOf(id: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 16_777_619);
  // The low bits of the last letters are not evenly distributed by themselves.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) % 100;
}
