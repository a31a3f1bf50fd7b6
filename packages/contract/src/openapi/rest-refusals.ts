import type { RestOperation } from '../operation.ts';
import type { Components, Json } from './components.ts';
import { contentOf, type NamedExamples } from './examples.ts';
import { tagOf } from './operation-names.ts';
import { problemSchema } from './problem.ts';
import { type RefusalOfStatus, referToOne } from './refusals.ts';

/** Statuses whose codes differ from operation to operation: they stand beside the reference. */
const VARIED = ['NotFound', 'Conflict'];
/** Statuses of which many operations have an example of their own: those of a group stand together. */
const SHOWN_BY_GROUP = ['BadRequest', 'Conflict'];

/** A plain JSON operation refuses with a problem, whatever the status: the response that shows it is one of the components. */
export function referToRefusal(operation: RestOperation, repeated: Json | undefined, components: Components) {
  const schema = problemSchema(components);
  const type = 'application/problem+json';
  if (repeated !== undefined) {
    const description = 'Refused: error_code says why, and the headers are repeated';
    return referToOne(components, 'RefusedRepeating', { description, headers: repeated, schema, type });
  }
  return ({ name, codes, description, ofAll, shown = {} }: RefusalOfStatus): Json => {
    const [example] = Object.values(shown) as { value: { error_code: string } }[];
    const ofGroup = example !== undefined && SHOWN_BY_GROUP.includes(name);
    const called = ofGroup ? operation.id : example?.value.error_code;
    const content = contentOf(
      schema,
      called === undefined ? undefined : ({ [called]: example } as NamedExamples),
      type,
    );
    if (!ofGroup && !VARIED.includes(name)) {
      const named = codes.length === 0 ? ofAll : `${name}: ${description}`;
      return components.response([name, ...codes].join('-'), { description: named, content });
    }
    const component = ofGroup ? `${name}.${tagOf(operation)}` : name;
    const reference = components.response(component, { description: ofAll, content });
    return codes.length === 0 ? reference : { ...reference, description };
  };
}
