import { expect, it } from 'vitest';
import { highlight } from './highlight.ts';

const kindsOf = (text: string, language: string) =>
  highlight(text, language).flatMap(({ text: part, kind }) => (kind ? [`${kind} ${part}`] : []));

it.each(['json', 'sh', 'ts', 'text'])('loses no character of %s', (language) => {
  const code = `# it's "x" // $TOKEN -H 'a'\n{ "a": [1, true, "b\\"c"] }\nconst a = \`\${1}\`;`;
  expect(
    highlight(code, language)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code);
});

it('distinguishes names, strings, numbers and keywords', () => {
  expect(kindsOf('{ "amount": "25.00", "count": 2, "isOpen": true }', 'json')).toEqual([
    ...['name "amount"', 'string "25.00"', 'name "count"', 'number 2', 'name "isOpen"', 'word true'],
  ]);
  expect(kindsOf(`curl -s -H "Authorization: Bearer $TOKEN"`, 'sh')).toEqual([
    ...['word curl', 'word -s', 'word -H', 'string "Authorization: Bearer $TOKEN"'],
  ]);
  expect(kindsOf(`const card = await cw.cards.create();`, 'ts')).toEqual(['word const', 'word await']);
});
