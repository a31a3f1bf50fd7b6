import { writeOpenApi } from '../openapi/write-openapi.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { type DocumentShape, shapeOf } from './document-shape.ts';

/**
 * Returns the shape of this contract. It has the paths without a version too: they are separate paths for callers, but
 * the OpenAPI document only mentions them in their operation.
 */
export function shapeOfContract(): DocumentShape {
  const { paths, ...parts } = shapeOf(writeOpenApi('Gw'));
  const unversioned = (OPERATIONS as readonly Operation[])
    .filter((operation) => operation.surface === 'rest' && operation.unversioned)
    .map(({ path }) => [path, paths[`/V2${path}`]]);
  return { ...parts, paths: { ...paths, ...Object.fromEntries(unversioned) } };
}
