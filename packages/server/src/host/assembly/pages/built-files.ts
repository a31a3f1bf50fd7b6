import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the replies of a scope send files that a build wrote. What lies in `assets` is named by its content, so browsers keep it;
 * everything else they ask for again.
 */
export async function sendBuiltFiles(scope: FastifyInstance, folder: string, isCompressed = false): Promise<void> {
  await scope.register(fastifyStatic, {
    root: folder,
    serve: false,
    suppressWarning: true,
    cacheControl: false,
    preCompressed: isCompressed,
    setHeaders: (reply, path) => {
      const isNamedByContent = /[\\/]assets[\\/]/.test(path);
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
