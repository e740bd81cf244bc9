import { expect, it } from "vitest";
import { heightAt } from "../src/actions/ground";

it("reads heights between the numbers of a table, and beyond its edges those of the edge", () => {
  const table = [
    [0, 1],
    [2, 5],
  ];
  expect(heightAt(table, 0, 1)).toBe(1);
  expect(heightAt(table, 0.5, 0.5)).toBe(2);
  expect(heightAt(table, 9, -3)).toBe(2);
});
