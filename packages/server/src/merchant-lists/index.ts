export { merchantListOperations } from './merchant-list-operations.ts';
