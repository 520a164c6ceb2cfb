import { expect, test } from "vitest";
import { SHOP } from "../testing";
import { partsOf } from "./parts";

test("a group that is one thing with its contract is one part, by its name and with its words", () => {
  const contract = { kind: "http", name: "RoomApi", pathPrefix: "", description: "Opens rooms.", methods: [] } as const;
  const group = { slug: "rooms", name: "Room API", description: "Places to talk.", contracts: [contract] };
  const [, ...parts] = partsOf({ ...SHOP, groups: [group] });
  expect(parts.map(({ title, words }) => [title, words()])).toEqual([
    ["Room API", "Places to talk. · RoomApi · Opens rooms."],
  ]);
});
