import type { TestServer } from '../test-server.ts';
import type { TestRequest } from './test-requests.ts';

const VIEW = { name: 'Games', role: 'analyst', filters: { mcc: '5816' } };

export function putView(id: string, more = {}): TestRequest {
  return { method: 'PUT', url: `/V2/authorization-views/${id}`, payload: { ...VIEW, ...more } };
}

/** Returns requests that change views of decisions. */
export function keyedViewRequests(of: { readonly server: TestServer }) {
  const aView = async () => {
    const id = crypto.randomUUID();
    await of.server.request({ ...putView(id), as: 'demo-bank' });
    return id;
  };
  return {
    'authorization.save-view': { setUp: async () => crypto.randomUUID(), toRequest: (id: string) => putView(id) },
    'authorization.delete-view': {
      setUp: aView,
      toRequest: (id: string): TestRequest => ({ method: 'DELETE', url: `/V2/authorization-views/${id}` }),
    },
  };
}
