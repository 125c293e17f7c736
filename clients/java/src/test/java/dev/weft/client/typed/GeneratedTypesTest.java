package dev.weft.client.typed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.Weft;
import dev.weft.client.testing.ChildJvm;
import dev.weft.client.testing.Contract;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The classes of weft types generate --language java: generated, compiled with all warnings, and used. */
@ExtendWith(SharedService.class)
class GeneratedTypesTest {
    private static final String PROGRAM = """
            import com.acme.WeftTypes.CustomEntity;
            import com.acme.WeftTypes.CustomEntityDraft;
            import com.acme.WeftTypes.Item;
            import com.acme.WeftTypes.ItemDraft;
            import com.acme.WeftTypes.JavaSeasonsOption;
            import dev.weft.client.ApiException;
            import dev.weft.client.ErrorCode;
            import dev.weft.client.Weft;
            import dev.weft.client.typed.Criteria;
            import dev.weft.client.typed.TypedBatch;
            import dev.weft.client.typed.TypedEntities;
            import dev.weft.client.typed.TypedListing;
            import java.time.LocalDate;
            import java.util.List;

            public class Program {
                public static void main(String[] arguments) {
                    Weft weft = Weft.fromEnvironment();
                    TypedEntities<Item, ItemDraft> items = weft.entities(Item.KIND);
                    CustomEntity supplier = weft.entities(CustomEntity.KIND)
                            .create(new CustomEntityDraft()
                                    .name("Mill")
                                    .typePath(CustomEntity.TypePaths.CUSTOM_ENTITY_JAVA_MILL));
                    Item boot = items.create(new ItemDraft()
                            .name("Boot " + arguments[0])
                            .typePath(Item.TypePaths.ITEM_JAVA_SHOE)
                            .javaSeason(JavaSeasonsOption.FW_26)
                            .javaSeasons(List.of(JavaSeasonsOption.FW_26, JavaSeasonsOption._27))
                            .heelHeight(4.5)
                            .soldFrom(LocalDate.of(2026, 3, 1))
                            .isVegan(true)
                            .maker(supplier.id()));
                    items.batch(TypedBatch.options(Item.KIND)
                            .update(boot.id(), new ItemDraft().heelHeight(5))
                            .upsert("J-" + arguments[0], new ItemDraft().name("Sandal " + arguments[0])));
                    TypedListing<Item> listing = TypedListing.options(Item.KIND)
                            .criteria(Item.NAME.contains(arguments[0])
                                    .and(Item.HEEL_HEIGHT.gt(4))
                                    .and(Criteria.anyOf(
                                            Item.JAVA_SEASON.eq(JavaSeasonsOption.FW_26), Item.IS_VEGAN.eq(false)))
                                    .and(Criteria.anyOf(Item.HEEL_HEIGHT.lt(100), Item.NAME.eq("none"))))
                            .orderByDescending(Item.HEEL_HEIGHT)
                            .thenBy(Item.NAME)
                            .relations(Item.Relations.MAKER_OBJECT)
                            .fields(Item.NAME, Item.JAVA_SEASON, Item.JAVA_SEASONS, Item.HEEL_HEIGHT, Item.SOLD_FROM);
                    for (Item item : items.all(listing)) {
                        System.out.println(item.javaSeason() + " " + item.javaSeasons() + " " + item.heelHeight()
                                + " " + item.soldFrom() + " " + item.related(Item.Relations.MAKER_OBJECT).name());
                    }
                    Item cleared = items.update(boot.id(), new ItemDraft().clear(Item.JAVA_SEASON).heelHeight(null));
                    System.out.println("cleared " + cleared.javaSeason() + " " + cleared.heelHeight());
                    try {
                        items.get("AAAAAAAAAAAAAAAA");
                    } catch (ApiException error) {
                        System.out.println(error.errorCode() == ErrorCode.NOT_FOUND ? "not found" : error.code());
                    }
                }
            }
            """;

    @TempDir
    static Path folder;

    private static WeftService service;

    @BeforeAll
    static void generate(WeftService shared) throws Exception {
        service = shared;
        defineTypes(service.weft());
        Path file = Files.createDirectories(folder.resolve("com/acme")).resolve("WeftTypes.java");
        List<String> command = List.of(
                "node", Contract.module().resolve("../../cli/bin/weft.mjs").normalize().toString(), "types",
                "generate", "--language", "java", "--package", "com.acme", "--output", file.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        setEnvironment(builder);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    private static void defineTypes(Weft weft) {
        JsonNode seasons = weft.entities().create("option-set", Map.of(
                "name", "Java seasons",
                "options", List.of(
                        Map.of("value", "FW 26", "display", "Fall \\u <b>*/ 26"),
                        Map.of("value", "27", "display", "Größe"))));
        String setId = seasons.get("id").asText();
        weft.entities().create("entity-type", Map.of("typePath", "custom-entity:java-mill", "label", "Mill"));
        weft.entities().create("entity-type", Map.of(
                "typePath", "item:java-shoe",
                "label", "Shoe",
                "properties", List.of(
                        Map.of("slug", "javaSeason", "label", "Season", "propertyType", "choice", "optionSetId", setId),
                        Map.of("slug", "javaSeasons", "label", "S", "propertyType", "multi_select", "optionSetId", setId),
                        Map.of("slug", "heel-height", "label", "Heel */ \\u", "propertyType", "number"),
                        Map.of("slug", "soldFrom", "label", "Sold from", "propertyType", "date"),
                        Map.of("slug", "isVegan", "label", "Vegan", "propertyType", "boolean"),
                        Map.of("slug", "class", "label", "Class", "propertyType", "string"),
                        Map.of("slug", "kind", "label", "Kind", "propertyType", "json"),
                        Map.of("slug", "range", "label", "Sizes", "propertyType", "size_range"),
                        Map.of(
                                "slug", "maker",
                                "label", "Maker",
                                "propertyType", "object_reference",
                                "referenceType", "custom-entity"))));
    }

    @Test
    void aProgramWithGeneratedTypesReadsAndWrites() throws Exception {
        assertEquals("", compile(PROGRAM));

        String mark = UUID.randomUUID().toString().substring(0, 8);
        ProcessBuilder builder = new ProcessBuilder(
                ChildJvm.java().toString(), "-cp", folder + separator() + ChildJvm.classPath(), "Program", mark);
        setEnvironment(builder.redirectErrorStream(true));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, process.waitFor(), said);
        assertEquals("FW 26 [FW 26, 27] 5.0 2026-03-01 Mill\ncleared null 5.0\nnot found\n", said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        ".heelHeight(4.5)|.heelHeight(\"abc\")",
        ".heelHeight(4.5)|.heelHight(4.5)",
        ".javaSeason(JavaSeasonsOption.FW_26)|.javaSeason(\"winter\")",
        "JavaSeasonsOption._27|JavaSeasonsOption.FW_27",
        "Item.NAME.contains|Item.NAM.contains",
        "Item.HEEL_HEIGHT.gt(4)|Item.HEEL_HEIGHT.gt(\"4\")",
        "orderByDescending(Item.HEEL_HEIGHT)|orderByDescending(CustomEntity.NAME)",
        ".fields(Item.NAME,|.fields(Item.NMAE,",
        "item.related(Item.Relations.MAKER_OBJECT)|item.related(Item.Relations.MAKR_OBJECT)",
        "item.soldFrom()|item.soldfrom()",
        ".update(boot.id(), new ItemDraft().heelHeight(5))|.delete()",
        ".typePath(Item.TypePaths.ITEM_JAVA_SHOE)|.typePath(CustomEntity.TypePaths.CUSTOM_ENTITY_JAVA_MILL)",
        "ErrorCode.NOT_FOUND|ErrorCode.NOT_FUOND"
    })
    void aMistakeDoesNotCompile(String right, String wrong) throws IOException {
        assertTrue(PROGRAM.contains(right), right);

        String errors = compile(PROGRAM.replace(right, wrong));

        assertTrue(errors.contains("error:"), errors);
    }

    /** The messages of the compiler; all warnings are errors. */
    private static String compile(String program) throws IOException {
        Path source = Files.writeString(folder.resolve("Program.java"), program);
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all", "-Werror", "-proc:none", "-encoding", "US-ASCII", "-cp", ChildJvm.classPath(), "-d",
                folder.toString(), folder.resolve("com/acme/WeftTypes.java").toString(), source.toString()));
        ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        return messages.toString(StandardCharsets.UTF_8);
    }

    private static void setEnvironment(ProcessBuilder builder) {
        builder.environment().put("WEFT_API_KEY", service.credential("apiKey"));
        builder.environment().put("WEFT_ORG", service.credential("orgSlug"));
        builder.environment().put("WEFT_BASE_URL", service.baseUrl());
    }

    private static String separator() {
        return System.getProperty("path.separator");
    }
}
