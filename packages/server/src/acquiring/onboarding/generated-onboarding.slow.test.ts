import {
  ERRORS,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  readOnboardingRequest,
  writeCanonicalJson,
  writeJson,
} from '@cardwright/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { isRequirementWarning, newId, onboard, ownFindingsOf } from '../../testing/merchants/merchants.ts';
import { oneFaultMutants } from '../../testing/merchants/onboarding-mutants.ts';
import { MAJOR_SCHEMES, validOnboarding, withOwnIds } from '../../testing/merchants/onboarding-requests.ts';
import { withSeed } from '../../testing/random.ts';
import { fileServer } from '../../testing/test-server.ts';

/** A generous limit, because this test sends many requests while other tests run. */
const TIMEOUT_MS = 90_000;
const RULES = { majorSchemes: new Set(MAJOR_SCHEMES) };
/** Stops shrinking after this time, so that a failure is reported before the test times out. */
const LIMITS = { interruptAfterTimeLimit: 75_000, markInterruptAsFailure: true };
/** Each request is broken in every eleventh way, from a random first one. */
const STRIDE = 11;

const seeded = (work: (seed: number) => Promise<void>) => withSeed((random) => work(random.from(0, 2 ** 31 - 1)));

function merchantsOf(request: JsonObject): JsonObject[] {
  const { applications } = request.payload as { applications: JsonObject[] };
  return applications.flatMap(({ merchants }) => merchants as JsonObject[]);
}

function parsed(text: string): JsonObject {
  const read = parseJson(text);
  if (!read.ok || !isJsonObject(read.value)) throw new Error(`no object: ${text.slice(0, 200)}`);
  return read.value;
}

describe('decoding of generated requests', () => {
  it(
    'has no finding for valid requests, and reads every merchant as it was sent',
    () =>
      seeded(async (seed) => {
        const property = fc.property(validOnboarding(), (request) => {
          const { findings, merchants, omittedCount } = readOnboardingRequest(parsed(writeJson(request)), RULES);
          expect({ findings, omittedCount }).toEqual({ findings: [], omittedCount: 0 });
          expect(merchants.map(({ value }) => writeCanonicalJson(value))).toEqual(
            merchantsOf(request).map(writeCanonicalJson),
          );
        });
        fc.assert(property, { numRuns: 100, seed });
      }),
    TIMEOUT_MS,
  );

  it(
    'has one finding for one error, with its path, its code and an action',
    () =>
      seeded(async (seed) => {
        const tried = new Set<string>();
        const property = fc.property(validOnboarding(1), fc.nat(STRIDE - 1), (request, first) => {
          for (const { what, path, code, request: mutant } of everyNth(oneFaultMutants(request), first)) {
            tried.add(what);
            const { findings } = readOnboardingRequest(mutant(), RULES);
            expect(
              findings
                .filter((found) => !isRequirementWarning(found))
                .map((found) => `${ERRORS[found.error].code} ${found.path}`),
              what,
            ).toEqual([`${code} ${path}`]);
            expect(findings[0]?.action, what).toMatch(/\w/);
          }
        });
        fc.assert(property, { numRuns: 150, seed });
        // `tried` has the combinations of a field and a way of breaking it.
        expect(tried.size).toBeGreaterThan(520);
      }),
    TIMEOUT_MS,
  );
});

describe('sending generated requests', () => {
  const server = fileServer();
  beforeAll(async () => {
    const catalogues = { major_card_schemes: MAJOR_SCHEMES };
    const acquirers = [{ acquirer_id: 'DEMO', name: 'Demo Acquirer', catalogues }];
    await applyConfiguration(server.db.database, { banks: [], acquirers, oauth_clients: [] }, { sandbox: true });
    await server.server.periodicJobs.runDue();
  });

  const count = async () => (await server.db.sql('select count(*)::int as merchants from merchants'))[0]?.merchants;

  it(
    'boards valid merchants, which are shown as they were sent, digit by digit',
    () =>
      seeded(async (seed) => {
        const property = fc.asyncProperty(validOnboarding(2), async (generated) => {
          const request = withOwnIds(generated, newId('G'));
          const answer = await onboard(server, writeJson(request));
          expect(answer.status, answer.text).toBe(202);
          for (const merchant of merchantsOf(request)) {
            const { text, status } = await server.request({
              method: 'GET',
              url: `/V2/merchants/${merchant.merchantId}`,
              as: 'demo-acquirer',
            });
            expect(status, text).toBe(200);
            expect(writeCanonicalJson(parsed(text).merchant as JsonValue)).toBe(writeCanonicalJson(merchant));
          }
        });
        await fc.assert(property, { numRuns: 25, seed, ...LIMITS });
      }),
    TIMEOUT_MS,
  );

  it(
    'refuses a request with one error at exactly its path, and stores nothing of it',
    () =>
      seeded(async (seed) => {
        const before = await count();
        const property = fc.asyncProperty(validOnboarding(2), fc.nat(10 * STRIDE - 1), async (generated, first) => {
          const request = withOwnIds(generated, newId('B'));
          for (const { what, path, code, request: mutant } of everyNth(oneFaultMutants(request), first, 10 * STRIDE)) {
            const answer = await onboard(server, writeJson(mutant()));
            expect({ status: answer.status, found: ownFindingsOf(answer) }, what).toEqual({
              status: 400,
              found: [`${code} ${path}`],
            });
          }
        });
        await fc.assert(property, { numRuns: 12, seed, ...LIMITS });
        expect(await count()).toBe(before);
      }),
    TIMEOUT_MS,
  );
});

function everyNth<T>(all: readonly T[], first: number, step = STRIDE): T[] {
  return all.filter((_one, at) => at % step === first);
}
