import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeCanonicalJson,
  writeJson,
} from '@cardwright/contract';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { amendmentMutants } from '../../testing/merchants/amendment-mutants.ts';
import {
  boardMerchants,
  chainBody,
  merchantBody,
  newId,
  onboard,
  ownFindingsOf,
  putInStatus,
  readMerchantOf,
} from '../../testing/merchants/merchants.ts';
import {
  type AmendmentPlan,
  amendmentPlan,
  type ModelMerchant,
  plannedAmendment,
} from '../../testing/merchants/onboarding-amendments.ts';
import { MAJOR_SCHEMES, validMerchant, withOwnIds } from '../../testing/merchants/onboarding-requests.ts';
import { withSeed } from '../../testing/random.ts';
import { fileServer } from '../../testing/test-server.ts';

/** A generous limit, because this test sends many requests while other tests run. */
const TIMEOUT_MS = 90_000;
/** Stops shrinking after this time, so that a failure is reported before the test times out. */
const LIMITS = { interruptAfterTimeLimit: 75_000, markInterruptAsFailure: true };
/** Each amendment is broken in every twelfth way, from a random first one. */
const STRIDE = 12;

const stateOf = ({ record, state, chainId }: ModelMerchant) => `${state} ${chainId} ${writeCanonicalJson(record)}`;
const seeded = (work: (seed: number) => Promise<void>) => withSeed((random) => work(random.from(0, 2 ** 31 - 1)));

const server = fileServer();
let chainId: string;
beforeAll(async () => {
  const catalogues = { major_card_schemes: MAJOR_SCHEMES };
  const acquirers = [{ acquirer_id: 'DEMO', name: 'Demo Acquirer', catalogues, approved_amendments: [] }];
  await applyConfiguration(server.db.database, { banks: [], acquirers, oauth_clients: [] }, { sandbox: true });
  await server.server.periodicJobs.runDue();
  chainId = newId('C');
  await boardMerchants(server, [merchantBody(newId('M'))], { chain: chainBody(chainId) });
});

async function board(generated: JsonObject): Promise<ModelMerchant> {
  // An account that another merchant uses would be a hit of the screening.
  await server.db.sql("update merchants set merchant_state = 'CLOSED' where merchant_state is not null");
  const record = withOwnIds(generated, newId('A'));
  const request = { requestId: newId('R'), payload: { applications: [{ merchants: [record] }] } };
  const answer = await onboard(server, writeJson(request));
  expect(answer.status, answer.text).toBe(202);
  await putInStatus(server, String(record.merchantId), 'BOARDED');
  return { record, state: 'ACTIVE', chainId: null };
}

const plan = (amendmentPlan: AmendmentPlan, before: ModelMerchant) =>
  plannedAmendment(amendmentPlan, before, chainId, () => newId('T'));

/** Returns the record of the response, with its numbers exact to the digit. */
function recordIn(text: string): string {
  const read = parseJson(text);
  if (!read.ok || !isJsonObject(read.value)) throw new Error(`no object: ${text.slice(0, 200)}`);
  return writeCanonicalJson(read.value.merchant as JsonValue);
}

it(
  'valid successive amendments are applied exactly, and change nothing else of the merchant',
  () =>
    seeded(async (seed) => {
      const plans = fc.array(amendmentPlan(), { minLength: 1, maxLength: 4 });
      const property = fc.asyncProperty(validMerchant(), plans, async (generated, amendmentPlan) => {
        let merchant = await board(generated);
        let version = 1;
        for (const one of amendmentPlan) {
          if (merchant.state === 'CLOSED') break;
          const { types, applications, after } = plan(one, merchant);
          const answer = await onboard(server, writeJson({ requestId: newId('R'), payload: { applications } }));
          expect(answer.status, answer.text).toBe(202);
          // An amendment that changes nothing makes no version.
          const isChange = stateOf(after) !== stateOf(merchant);
          merchant = after;
          if (isChange) version += 1;
          const { json, text } = await readMerchantOf(server, String(merchant.record.merchantId));
          expect(recordIn(text)).toBe(writeCanonicalJson(merchant.record));
          expect(json).toMatchObject({ merchantState: merchant.state, chainId: merchant.chainId, version });
          expect(json.versions[0]).toMatchObject({ version, ...(isChange && { amendments: types }) });
        }
      });
      await fc.assert(property, { numRuns: 25, seed, ...LIMITS });
    }),
  TIMEOUT_MS,
);

it(
  'amendments with one error are refused at exactly its path',
  () =>
    seeded(async (seed) => {
      const tried = new Set<string>();
      const property = fc.asyncProperty(
        validMerchant(),
        amendmentPlan(),
        fc.nat(STRIDE - 1),
        async (generated, amendmentPlan, first) => {
          const merchant = await board(generated);
          const mutants = amendmentMutants(newId('R'), plan(amendmentPlan, merchant), merchant);
          for (const { what, path, code, request } of mutants.filter((_one, at) => at % STRIDE === first)) {
            tried.add(what);
            const answer = await onboard(server, writeJson(request()), { validateOnly: true });
            expect({ what, status: answer.status, found: ownFindingsOf(answer) }).toEqual({
              what,
              status: 400,
              found: [`${code} ${path}`],
            });
          }
        },
      );
      await fc.assert(property, { numRuns: 18, seed, ...LIMITS });
      expect(tried.size).toBeGreaterThan(120);
    }),
  TIMEOUT_MS,
);
