import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Enables the replies of a scope to send built files. Files in `assets` have names that depend on their content, so
 * browsers cache them. Browsers revalidate all other files.
 */
export async function sendBuiltFiles(scope: FastifyInstance, folder: string, isCompressed = false): Promise<void> {
  await scope.register(fastifyStatic, {
    root: folder,
    serve: false,
    suppressWarning: true,
    cacheControl: false,
    preCompressed: isCompressed,
    setHeaders: (reply, path) => {
      const isContentHashed = /[\\/]assets[\\/]/.test(path);
      reply.header('cache-control', isContentHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
