import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { dateFormats, localFormat, numberFormats, rememberLocalFormat } from "../ui/local-format.ts";

/** How this person writes numbers and dates, in this browser. */
export function FormatDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const [format, setFormat] = useState(localFormat);
  return (
    <Modal opened={opened} onClose={onClose} title="Number and date format" centered>
      <Stack>
        <Select
          label="Numbers"
          data={[...numberFormats]}
          value={format.numbers}
          onChange={(text) =>
            setFormat({ ...format, numbers: numberFormats.find((one) => one === text) ?? format.numbers })
          }
          allowDeselect={false}
          data-autofocus
        />
        <Select
          label="Dates"
          data={[...dateFormats]}
          value={format.dates}
          onChange={(text) => setFormat({ ...format, dates: dateFormats.find((one) => one === text) ?? format.dates })}
          allowDeselect={false}
        />
        <Text size="sm" c="dimmed">
          Used for what you type, paste and see in this browser. The API and exported files do not change.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => {
              rememberLocalFormat(format);
              location.reload();
            }}
          >
            Save and reload
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
