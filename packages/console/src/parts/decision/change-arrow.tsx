import { useDirection } from '@mantine/core';

/** An arrow from the old to the new value, in reading direction. */
export function ChangeArrow() {
  const { dir } = useDirection();
  return <> {dir === 'rtl' ? '←' : '→'} </>;
}
