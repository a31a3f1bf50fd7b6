import { list, optional, record, text } from '../schema/fields.ts';

/** The names of people that an answer identifies by issuer and subject. */
export const personNames = () =>
  optional(
    list(record({ subject: text(200), name: text(200) }, { component: 'PersonName' }), {
      description: 'Names of the people whom the response identifies by issuer and subject',
    }),
  );
