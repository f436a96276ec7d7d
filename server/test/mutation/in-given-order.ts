import type { TestSpecification } from 'vitest/node';

/** Runs test files in the order in which they were requested. */
export class InGivenOrder {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}
