import { describe, expect, it } from 'vitest';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
const send = (method: Method, url: string) => server.request({ method, url, as: 'demo-bank' });

describe('a method that a path does not accept', () => {
  it.each([
    ['DELETE', '/cards/9000000000000000001/insurances', 'GET, HEAD'],
    ['DELETE', '/V1/cards/9000000000000000001/insurances', 'GET, HEAD'],
    ['POST', '/V2/cards/9000000000000000001/insurances/01', 'GET, HEAD, PATCH'],
    ['DELETE', '/V2/cards', 'GET, HEAD'],
    ['GET', '/V2/cardservices/ClientCreate', 'POST'],
    // the parameter of a reference matches this segment too
    ['PUT', '/V2/authorizations/Ecommerce', 'GET, HEAD, POST'],
    ['OPTIONS', '/V2/services', 'POST'],
    ['DELETE', '/V2/webhook-endpoints?limit=1', 'GET, HEAD, POST'],
    ['GET', '/oauth2/token', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
  ] as const)('%s %s is 405 with Allow, in the shape of all other failures', async (method, url, allow) => {
    const { status, headers, json, text } = await send(method, url);
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(json).toEqual({
      type: 'about:blank',
      title: 'Unknown operation, or not the one of this path',
      status: 405,
      detail: `This path takes ${allow}`,
      error_code: '102',
    });
    expect(text).not.toContain('9000000000000000001');
  });
});

describe('a path that is not served', () => {
  it.each([
    ['GET', '/nothing-here'],
    ['POST', '/V3/cardservices/ClientCreate'],
    ['DELETE', '/V2/statements'],
    ['GET', `/V2/tokens/${'x'.repeat(201)}`],
    ['GET', '/%ff'],
  ] as const)('%s %s is 404, in the same shape, and does not quote the path', async (method, url) => {
    const { status, headers, json, text } = await send(method, url);
    expect([status, headers.allow]).toEqual([404, undefined]);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(json).toEqual({
      type: 'about:blank',
      title: 'Unknown operation, or not the one of this path',
      status: 404,
      detail: 'No such path: see / for the documentation',
      error_code: '102',
    });
    expect(text).not.toContain(url.slice(1));
  });
});

it('GET / returns the path of the documentation to every caller', async () => {
  const { status, json } = await server.request({ method: 'GET', url: '/' });
  expect([status, json]).toEqual([200, { docs: '/docs', openapi: '/openapi.json' }]);
});
