import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkQuery, checkUnservedPath } from '../../../platform/http/check-url.ts';
import { pathOf } from '../../../platform/http/request-log.ts';
import { problem } from '../../../platform/http/surfaces/rest-surface.ts';

/**
 * Answers requests without a route, in the shape of all other failures: 405 with Allow if the path accepts another
 * method, or else 404. Call it before the first route.
 */
export function answerUnserved(
  app: FastifyInstance,
  maskCardNumbers: (text: string) => string,
  { mentionsDocs }: { mentionsDocs: boolean },
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  const patterns: { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] = [];
  app.addHook('onReady', (done) => {
    for (const [url, methods] of methodsOf) patterns.push({ pattern: patternOf(url), methods });
    done();
  });

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const methods = new Set(patterns.flatMap((one) => (one.pattern.test(path) ? [...one.methods] : [])));
    const checked = checkQuery(request, maskCardNumbers);
    if (!checked.ok) return reply.send(problem(reply, request, checked));
    if (methods.size > 0 && !methods.has(request.method)) {
      return sendOtherMethod(request, reply, [...methods].sort().join(', '));
    }
    const checkedPath = checkUnservedPath(path, maskCardNumbers);
    if (!checkedPath.ok) return reply.send(problem(reply, request, checkedPath));
    // the method is right, so a segment of the path is too long or cannot be decoded
    return send(request, reply, 404, mentionsDocs ? 'No such path: see / for the documentation' : 'No such path');
  };
  app.setNotFoundHandler(answer);
  return answer;
}

function sendOtherMethod(request: FastifyRequest, reply: FastifyReply, allow: string): FastifyReply {
  reply.header('allow', allow);
  return send(request, reply, 405, `This path takes ${allow}`);
}

function send(request: FastifyRequest, reply: FastifyReply, status: 404 | 405, message: string): FastifyReply {
  const failure = { ok: false, error: 'unknown_operation', message, extra: { status } } as const;
  const text = problem(reply, request, failure);
  return reply.code(status).send(text);
}

/** Returns the pattern of a route: `:name` matches one segment, and a `*` at the end matches everything. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*';
    return segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`);
}
