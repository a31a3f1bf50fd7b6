import { A_PROMISE, aRuleName, brokenProposal, overrideOf, storePromise } from '../decisions/bank-rules.ts';
import type { TestServer } from '../test-server.ts';

/** Returns changes of promises, as keyed requests. */
export function keyedPromises(of: { readonly server: TestServer }) {
  const url = (name: string) => `/V2/promises/${name}`;
  return {
    'rules.replace-promise': {
      setUp: async () => aRuleName(),
      toRequest: (name: string) => ({ method: 'PUT' as const, url: url(name), payload: A_PROMISE }),
    },
    'rules.delete-promise': {
      setUp: async () => String((await storePromise(of.server, aRuleName())).json.name),
      toRequest: (name: string) => ({ method: 'DELETE' as const, url: `${url(name)}?reason=Done` }),
    },
    'rules.override-promises': {
      as: 'demo-checker',
      setUp: () => brokenProposal(of.server),
      toRequest: (ids: string) => {
        const { path, payload } = overrideOf(ids);
        return { method: 'POST' as const, url: `/V2/rules${path}`, payload };
      },
    },
  };
}
