package dev.registrar.server.joining;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The POM that the page about your own verticles shows, compared with those of this project; {@link JoiningBuildIT} builds it. */
class JoiningPomTest {
    private final Document shown = JoiningPage.xml(JoiningPage.pom());
    private final Document project = pomIn("..");
    private final Document member = pomIn("../cluster-member");

    private static Document pomIn(String folder) {
        try {
            return JoiningPage.xml(Files.readString(Path.of(folder, "pom.xml")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<Node> find(Document pom, String path) {
        try {
            var found = (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength()).mapToObj(found::item);
        } catch (XPathExpressionException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String text(Document pom, String path) {
        return find(pom, path).map(Node::getTextContent).findFirst().orElseThrow(() -> new AssertionError(path));
    }

    @Test
    void the_pom_on_the_page_is_complete_in_30_lines() {
        assertThat(JoiningPage.pom().lines()).hasSizeLessThanOrEqualTo(30);
        assertThat(find(shown, "/project/modelVersion")).hasSize(1);
        assertThat(find(shown, "/project/parent")).isEmpty();
    }

    @Test
    void its_only_dependency_is_the_cluster_member_of_this_version_and_its_java_release_is_ours() {
        var dependency = "/project/dependencies/dependency/";
        assertThat(find(shown, dependency + "artifactId")).hasSize(1);
        assertThat(text(shown, dependency + "groupId")).isEqualTo(text(project, "/project/groupId"));
        assertThat(text(shown, dependency + "artifactId")).isEqualTo(text(member, "/project/artifactId"));
        assertThat(text(shown, dependency + "version")).isEqualTo(text(project, "/project/version"));
        var release = "/project/properties/maven.compiler.release";
        assertThat(text(shown, release)).isEqualTo(text(project, release));
    }

    @Test
    void its_plugins_have_the_versions_of_this_build() {
        var plugins = find(shown, "/project/build/plugins/plugin/artifactId").map(Node::getTextContent);
        assertThat(plugins).isNotEmpty().allSatisfy(plugin -> {
            var version = "//plugin[artifactId='%s']/version".formatted(plugin);
            assertThat(text(shown, version)).isEqualTo(text(project, version));
        });
    }
}
