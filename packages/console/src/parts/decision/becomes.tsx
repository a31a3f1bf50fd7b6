import { useDirection } from '@mantine/core';

/** Between what was and what is: it points the way people read. */
export function Becomes() {
  const { dir } = useDirection();
  return <> {dir === 'rtl' ? '←' : '→'} </>;
}
