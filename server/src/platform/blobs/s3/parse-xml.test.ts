import { expect, test } from "vitest";
import { childOf, escapeXml, parseXml, textOf, XmlError } from "./parse-xml.ts";

test("elements are read without namespaces, attributes, comments and declarations", () => {
  const root = parseXml(`<?xml version="1.0" encoding="UTF-8"?>
    <!-- a list --><s3:List xmlns:s3="http://s3.amazonaws.com/doc/" a='1'>
      <Name>b</Name><Empty/><Upload><Key>a&lt;&amp;&#x1F455;&#228;&unknown;</Key></Upload>
      <Upload><Key><![CDATA[<b>&amp;]]></Key></Upload>
    </s3:List>`);

  expect(root.name).toBe("List");
  expect(textOf(root, "Name")).toBe("b");
  expect(childOf(root, "Empty")).toEqual({ name: "Empty", children: [], text: "" });
  expect(textOf(root, "Missing")).toBe("");
  const keys = root.children.filter(({ name }) => name === "Upload").map((upload) => textOf(upload, "Key"));
  expect(keys).toEqual(["a<&👕ä&unknown;", "<b>&amp;"]);
});

test.each([
  ["nothing", ""],
  ["text", "Service unavailable"],
  ["a page", "<html><body><p>Bad gateway<br></body></html>"],
  ["two roots", "<a/><b/>"],
  ["text after the root", "<a/>b"],
  ["an element that is not closed", "<a><b></b>"],
  ["elements that overlap", "<a><b></a></b>"],
  ["an element that is not open", "</a>"],
  ["a document type", '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'],
  ["entities that grow", '<!DOCTYPE a [<!ENTITY b "xx"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
  ["deep nesting", "<a>".repeat(10_000)],
  ["half a tag", "<a"],
])("%s is refused", (_name, document) => {
  expect(() => parseXml(document)).toThrow(XmlError);
});

test("names of built-in properties are neither entities nor elements", () => {
  const root = parseXml("<a><constructor>&constructor;&toString;</constructor></a>");

  expect(textOf(root, "constructor")).toBe("&constructor;&toString;");
  expect(childOf(root, "toString")).toBeUndefined();
});

test("a large response is read in time that grows with its size", () => {
  const hostile = `<a ${"b='c' ".repeat(200_000)}>${"&".repeat(1_000_000)}</a>`;

  expect(parseXml(hostile).text).toHaveLength(1_000_000);
}, 10_000);

test("escaped text is read as it was", () => {
  const text = `<a> & "b" 'c'`;

  expect(parseXml(`<x>${escapeXml(text)}</x>`).text).toBe(text);
});
