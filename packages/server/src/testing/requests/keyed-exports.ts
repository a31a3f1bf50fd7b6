import type { TestServer } from '../test-server.ts';
import type { TestRequest } from './test-requests.ts';

/** Returns requests about exports. Earlier exports end first, because few may wait. `server` is set later. */
export function keyedExports(of: { readonly server: TestServer }) {
  const start = (subject: string): TestRequest => ({
    method: 'POST',
    url: '/V2/exports',
    payload: { list: 'AUDIT', query: { subject } },
  });
  let subjects = 0;
  return {
    'exports.start-export': {
      setUp: async () => {
        await of.server.server.exportsIdle();
        return `card:${++subjects}`;
      },
      toRequest: start,
    },
    'exports.delete-export': {
      setUp: async () => {
        await of.server.server.exportsIdle();
        const { json } = await of.server.request({ ...start('card:deleted'), as: 'demo-bank' });
        return String(json.export_id);
      },
      toRequest: (id: string): TestRequest => ({ method: 'DELETE', url: `/V2/exports/${id}` }),
    },
  };
}
